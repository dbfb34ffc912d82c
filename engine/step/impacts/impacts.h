#pragma once

#include "engine/step/impacts/bouncing_impacts.h"
#include "engine/step/impacts/inelastic_impacts.h"

namespace satbox {

// Impacts within a group that the other passes solve wrongly: contacts with restitution, and bodies stopped
// by bodies of another mass. Impact impulses are not a load: they are not warm-started and do not stiffen
// contacts.
class Impacts {
  public:
    // Keeps references to its arguments. Precondition: the bodies still have the velocities with which the
    // step began.
    Impacts(const SolverStep& step, const SolverGroup& group)
        : contacts_(step, group), bouncing_(step, contacts_), inelastic_(step, contacts_)
    {}
    Impacts(const Impacts&) = delete;
    Impacts& operator=(const Impacts&) = delete;

    // Solves the impacts of the substep that begins with the current rows.
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
