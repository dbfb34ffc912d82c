#pragma once

#include "engine/solver/bouncing_impacts.h"
#include "engine/solver/inelastic_impacts.h"

namespace satbox {

// Impacts within a group, which the other passes get wrong: what bounces, and what is stopped by bodies of
// another mass. Their impulses are no load: nothing is warm-started from them, and no contact is stiffened by
// them.
class Impacts {
  public:
    // References stay. The bodies are as the step found them.
    Impacts(const SolverStep& step, const SolverGroup& group)
        : contacts_(step, group), bouncing_(step, contacts_), inelastic_(step, contacts_)
    {}
    Impacts(const Impacts&) = delete;
    Impacts& operator=(const Impacts&) = delete;

    // Those of the substep that begins with the rows as they are.
    void solve()
    {
        bouncing_.solve();
        inelastic_.solve();
    }
    void store() const { contacts_.store(); }

  private:
    ImpactContacts contacts_;
    BouncingImpacts bouncing_;
    InelasticImpacts inelastic_;
};

} // namespace satbox
