#include "app/text/energy_text.h"

#include <doctest/doctest.h>
#include <set>
#include <string>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("every_entry_of_the_energy_ledger_has_sentences_of_its_own")
{
    std::set<std::string> texts;
    for (size_t i = 0; i < static_cast<size_t>(EnergyEntry::Count); ++i) {
        const std::string text = energyEntryText(static_cast<EnergyEntry>(i));
        CAPTURE(text);
        CHECK(text.ends_with('.'));
        CHECK(texts.insert(text).second);
    }
}
