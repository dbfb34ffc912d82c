#include <satbox/lab/shrink.h>

#include "engine/lab/case_run.h"
#include "engine/lab/influence.h"

#include <algorithm>
#include <exception>
#include <numeric>
#include <tuple>
#include <utility>

namespace satbox {
namespace {

// The smallest case so far.
struct Smallest {
    World start;
    std::vector<uint32_t> ops; // indices into the operations of the given case
    ConditionHit hit;
};

// What a candidate must still show. Without shapes or corners, a body moves in another way, and the condition
// may become true for another reason: a domino that has become a triangle falls by itself. So these may go
// only if it happens to the same bodies at about the same time.
enum class Accept { AnyHit, SameHit };

// A run of one candidate.
struct Attempt {
    std::optional<ConditionHit> hit;
    std::exception_ptr problem; // out of memory
};

// Calls run(i) for each block, on the threads of the executor if there is one.
template<class Run>
void forEachBlock(TaskExecutor* executor, size_t count, Run&& run)
{
    if (!executor || count == 1) {
        for (size_t i = 0; i < count; ++i) run(i);
        return;
    }
    executor->forEachBlock(
        static_cast<int>(count),
        [](void* context, int block) { (*static_cast<Run*>(context))(static_cast<size_t>(block)); }, &run);
}

std::optional<Polygon> withoutVertex(const Polygon& polygon, size_t vertex)
{
    if (polygon.count <= 3) return std::nullopt;
    std::vector<Vec2> points(polygon.points().begin(), polygon.points().end());
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(vertex));
    return makePolygon(points, polygon.radius);
}

ShrinkSize sizeOf(const World& world)
{
    ShrinkSize size;
    world.forEachBody([&](BodyId, const Body& body, const BodyMotion&) {
        ++size.bodies;
        size.shapes += body.shapes.size();
    });
    world.forEachShape([&](ShapeId, const BodyShape& shape) {
        if (const Polygon* polygon = std::get_if<Polygon>(&shape.def.geometry))
            size.vertices += static_cast<size_t>(polygon->count);
    });
    return size;
}

constexpr uint64_t kStepsBetweenCalls = 64; // of the progress callback within a run

class Shrinker {
  public:
    Shrinker(const ShrinkCase& given, const Condition& condition, const ShrinkOptions& options)
        : given_(given), condition_(condition), options_(options),
          created_(resultsOfOps(given, options.stop)), smallest_{given.start,
                                                                 std::vector<uint32_t>(given.ops.size()),
                                                                 {}}
    {
        std::iota(smallest_.ops.begin(), smallest_.ops.end(), 0u);
    }

    ShrinkResult run()
    {
        ShrinkResult result{.smallest = given_};
        InfluenceTrace trace;
        const auto first = runSmallest(trace, given_.steps);
        result.runs = runs_;
        if (!first) {
            result.greatest = greatest_;
            if (stopped_) result.error = "the search was ended before the condition was true";
            return result;
        }
        smallest_.hit = *first;
        shrinkToFixedPoint();
        result.smallest = smallestCase();
        result.hit = smallest_.hit;
        result.runs = runs_;
        result.isMinimal = !stopped_ && !isStopped();
        return result;
    }

  private:
    void shrinkToFixedPoint()
    {
        for (bool changed = true; changed && !stopped_;) {
            changed = removeBodies();
            changed = removeOps() || changed;
            changed = removeShapes() || changed;
            changed = removeVertices() || changed;
        }
    }

    uint64_t steps() const { return smallest_.hit.step - smallest_.start.stepCount(); }

    // Removing something may delay the hit: a body falls farther before it meets another.
    uint64_t stepLimit() const { return std::min(given_.steps, 2 * steps() + 30); }

    std::optional<ConditionHit> runSmallest(InfluenceTrace& trace, uint64_t limit)
    {
        ++runs_;
        World world = smallest_.start;
        OpPlayer player(given_.ops, created_, smallest_.ops);
        ConditionWatch watch(condition_);
        const auto hit = runUntil(world, player, watch, limit, [&](const World& w) {
            trace.record(w);
            stopped_ = stopped_ || isStopped();
            if (stopped_) return false;
            return w.stepCount() % kStepsBetweenCalls != 0 || !hasEnded();
        });
        if (hit) influence_ = trace.lastInfluence(world, hit->bodies);
        greatest_ = watch.greatest();
        return hit;
    }

    // Runs candidates 0 to count - 1 and makes the first one that holds the smallest case. edit(smallest, i)
    // turns the smallest case into candidate i; false: there is no such candidate.
    //
    // Candidates that run in parallel with an earlier one that holds are discarded and not counted, so that
    // result and count do not depend on the number of threads.
    template<class Edit>
    std::optional<size_t> adoptFirst(Accept accept, size_t count, Edit&& edit)
    {
        const size_t together =
            options_.executor ? static_cast<size_t>(std::max(1, options_.executor->threadCount())) : 1;
        for (size_t begin = 0; begin < count; begin += together) {
            if (shouldStop()) return std::nullopt;
            std::vector<Attempt> attempts(std::min(together, count - begin));
            forEachBlock(options_.executor, attempts.size(), [&](size_t i) {
                try {
                    attempts[i].hit = runCandidate(accept, edit, begin + i);
                } catch (...) { // executors do not pass exceptions on
                    attempts[i].problem = std::current_exception();
                }
            });
            for (size_t i = 0; i < attempts.size() && !shouldStopAtLimit(); ++i) {
                ++runs_;
                if (attempts[i].problem) std::rethrow_exception(attempts[i].problem);
                if (!attempts[i].hit) continue;
                edit(smallest_, begin + i);
                smallest_.hit = *attempts[i].hit;
                return begin + i;
            }
        }
        return std::nullopt;
    }

    template<class Edit>
    std::optional<ConditionHit> runCandidate(Accept accept, Edit&& edit, size_t index) const
    {
        Smallest candidate = smallest_;
        if (!edit(candidate, index)) return std::nullopt;
        OpPlayer player(given_.ops, created_, candidate.ops);
        ConditionWatch watch(condition_);
        auto hit = runUntil(candidate.start, player, watch, stepLimit(),
                            [this](const World&) { return !isStopped(); });
        if (hit && accept == Accept::SameHit && !isSameHit(*hit)) return std::nullopt;
        return hit;
    }

    bool isSameHit(const ConditionHit& hit) const
    {
        const uint64_t tolerance = steps() / 20 + 1;
        return hit.bodies == smallest_.hit.bodies && hit.step + tolerance >= smallest_.hit.step &&
               hit.step <= smallest_.hit.step + tolerance;
    }

    bool shouldStopAtLimit()
    {
        stopped_ = stopped_ || runs_ >= options_.maxRuns;
        return stopped_;
    }

    bool shouldStop() { return shouldStopAtLimit() || hasEnded(); }

    bool isStopped() const { return options_.stop && *options_.stop; }

    bool hasEnded()
    {
        stopped_ = stopped_ || isStopped();
        const bool isFirstRun = smallest_.hit.bodies.empty();
        const ShrinkSize size = isFirstRun ? sizeOf(given_) : smallestSize();
        if (options_.progress && !options_.progress({size, runs_})) stopped_ = true;
        return stopped_;
    }

    ShrinkSize smallestSize() const
    {
        ShrinkSize size = sizeOf(smallest_.start);
        size.ops = smallest_.ops.size();
        size.steps = steps();
        return size;
    }

    // Removes chunks of a list, at first of half its length, at last of one item: all that can be missing.
    // remove(smallest, chunk): false if it changes nothing.
    template<class Item, class Remove>
    bool removeChunks(Accept accept, std::vector<Item> items, Remove&& remove)
    {
        bool changed = false;
        for (size_t size = std::max<size_t>(1, items.size() / 2); !items.empty() && !stopped_; size /= 2) {
            for (size_t begin = 0; begin < items.size();) {
                const auto chunkAt = [&](size_t i) {
                    const size_t at = begin + i * size;
                    return std::span<const Item>(items).subspan(at, std::min(size, items.size() - at));
                };
                const auto adopted =
                    adoptFirst(accept, (items.size() - begin + size - 1) / size,
                               [&](Smallest& smallest, size_t i) { return remove(smallest, chunkAt(i)); });
                if (!adopted) break;
                changed = true;
                begin += *adopted * size;
                const auto at = items.begin() + static_cast<std::ptrdiff_t>(begin);
                items.erase(at, at + static_cast<std::ptrdiff_t>(std::min(size, items.size() - begin)));
            }
            if (size == 1) break;
        }
        return changed;
    }

    bool isNamed(BodyId body) const
    {
        return std::any_of(condition_.bodies.begin(), condition_.bodies.end(),
                           [&](const ConditionBody& named) { return named.number == body.index; });
    }

    uint32_t influenceOf(BodyId body) const
    {
        return body.index < influence_.size() ? influence_[body.index] : 0;
    }

    // The least relevant first: those that could influence the hit longest ago or never, and of these the
    // farthest from it.
    std::vector<BodyId> removableBodies() const
    {
        struct Candidate {
            BodyId body;
            uint32_t influence = 0;
            double distance = 0.0; // squared, m^2
        };
        const World& world = smallest_.start;
        const BodyId hit = smallest_.hit.bodies.front();
        const Position origin = world.isValid(hit) ? world.motion(hit).center : Position{};
        std::vector<Candidate> candidates;
        world.forEachBody([&](BodyId id, const Body&, const BodyMotion& motion) {
            if (isNamed(id)) return;
            const double x = motion.center.x - origin.x, y = motion.center.y - origin.y;
            candidates.push_back({id, influenceOf(id), x * x + y * y});
        });
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return std::tuple(a.influence, -a.distance, a.body) <
                   std::tuple(b.influence, -b.distance, b.body);
        });
        std::vector<BodyId> bodies;
        for (const Candidate& candidate : candidates) bodies.push_back(candidate.body);
        return bodies;
    }

    static bool destroy(Smallest& smallest, std::span<const BodyId> bodies)
    {
        for (const BodyId body : bodies) smallest.start.destroyBody(body);
        return !bodies.empty();
    }

    // Returns how many bodies are left if only the most relevant 0, 1, 2, 4, ... are kept, and those that
    // could influence the hit at all.
    std::vector<size_t> keptCounts(std::span<const BodyId> bodies) const
    {
        std::vector<size_t> counts{0};
        for (size_t kept = 1; kept < bodies.size(); kept *= 2) counts.push_back(kept);
        const auto influential =
            std::count_if(bodies.begin(), bodies.end(), [&](BodyId body) { return influenceOf(body) > 0; });
        counts.push_back(static_cast<size_t>(influential));
        std::sort(counts.begin(), counts.end());
        counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
        if (counts.back() == bodies.size()) counts.pop_back();
        return counts;
    }

    bool removeBodies()
    {
        std::vector<BodyId> bodies = removableBodies();
        const std::vector<size_t> counts = keptCounts(bodies);
        const auto surplus = [&](size_t i) {
            return std::span<const BodyId>(bodies).first(bodies.size() - counts[i]);
        };
        // Small worlds first: their runs cost least.
        const auto kept = adoptFirst(Accept::AnyHit, counts.size(), [&](Smallest& smallest, size_t i) {
            return destroy(smallest, surplus(i));
        });
        if (kept) {
            InfluenceTrace trace;
            runSmallest(trace, steps());
            bodies = removableBodies();
        }
        return removeChunks(Accept::AnyHit, std::move(bodies), destroy) || kept;
    }

    bool removeOps()
    {
        return removeChunks(Accept::AnyHit, smallest_.ops,
                            [](Smallest& smallest, std::span<const uint32_t> chunk) {
                                const auto isInChunk = [&](uint32_t op) {
                                    return std::binary_search(chunk.begin(), chunk.end(), op);
                                };
                                std::erase_if(smallest.ops, isInChunk);
                                return true;
                            });
    }

    // A body keeps at least one shape: without any it would have been removed.
    bool removeShapes()
    {
        std::vector<ShapeId> shapes;
        smallest_.start.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
            if (body.shapes.size() < 2) return;
            for (const ShapeId shape : smallest_.start.shapesOf(id)) shapes.push_back(shape);
        });
        return removeChunks(
            Accept::SameHit, std::move(shapes), [](Smallest& smallest, std::span<const ShapeId> chunk) {
                bool changed = false;
                for (const ShapeId shape : chunk) {
                    const bool isLast = smallest.start.shapesOf(smallest.start.bodyOf(shape)).size() < 2;
                    changed = (!isLast && smallest.start.removeShape(shape)) || changed;
                }
                return changed;
            });
    }

    bool removeVertices()
    {
        std::vector<std::pair<ShapeId, size_t>> shapes; // with their numbers of vertices
        smallest_.start.forEachShape([&](ShapeId id, const BodyShape& shape) {
            if (const Polygon* polygon = std::get_if<Polygon>(&shape.def.geometry))
                shapes.emplace_back(id, static_cast<size_t>(polygon->count));
        });
        bool changed = false;
        for (auto& [id, count] : shapes) {
            const auto removeVertex = [shape = id](Smallest& smallest, size_t vertex) {
                ShapeDef def = smallest.start.shapeDef(shape);
                const auto fewer = withoutVertex(std::get<Polygon>(def.geometry), vertex);
                if (!fewer) return false;
                def.geometry = *fewer;
                return smallest.start.setShapeDef(shape, def);
            };
            for (; count > 3 && adoptFirst(Accept::SameHit, count, removeVertex); --count) changed = true;
        }
        return changed;
    }

    // With operations that have the ids of this case.
    ShrinkCase smallestCase() const
    {
        ShrinkCase result{.start = smallest_.start, .steps = steps()};
        if (smallest_.ops.empty()) return result;
        World world = smallest_.start;
        OpPlayer player(given_.ops, created_, smallest_.ops);
        for (uint64_t i = 0; i < result.steps; ++i) {
            player.applyDue(world, &result.ops);
            world.step(1.0f / world.settings().stepRate);
        }
        return result;
    }

    const ShrinkCase& given_;
    const Condition& condition_;
    const ShrinkOptions& options_;
    std::vector<OpResult> created_;
    Smallest smallest_;
    std::vector<uint32_t> influence_;                  // by slot, see InfluenceTrace::lastInfluence
    std::optional<ConditionWatch::Greatest> greatest_; // of the last run of the smallest case
    uint64_t runs_ = 0;
    bool stopped_ = false;
};

// Moves the start to `lead` steps before the hit, if there is one.
ShrinkCase withLaterStart(const ShrinkCase& given, const Condition& condition, uint64_t lead,
                          const std::atomic<bool>* stop)
{
    std::vector<uint32_t> all(given.ops.size());
    std::iota(all.begin(), all.end(), 0u);
    OpPlayer player(given.ops, {}, all);
    World world = given.start;
    ConditionWatch watch(condition);
    const auto goesOn = [stop](const World&) { return !stop || !*stop; };
    const auto hit = runUntil(world, player, watch, given.steps, goesOn);
    const uint64_t needed = hit ? hit->step - given.start.stepCount() : 0;
    lead = std::max<uint64_t>(lead, 1); // the hit itself must still happen
    if (needed <= lead) return given;
    ShrinkCase later{.start = given.start, .steps = given.steps - (needed - lead)};
    OpPlayer again(given.ops, {}, all);
    for (uint64_t i = 0; i < needed - lead && goesOn(later.start); ++i) {
        again.applyDue(later.start);
        later.start.step(1.0f / later.start.settings().stepRate);
    }
    for (const TimedOp& timed : given.ops)
        if (timed.step >= later.start.stepCount()) later.ops.push_back(timed);
    return later;
}

} // namespace

ShrinkSize sizeOf(const ShrinkCase& shrinkCase)
{
    ShrinkSize size = sizeOf(shrinkCase.start);
    size.ops = shrinkCase.ops.size();
    size.steps = shrinkCase.steps;
    return size;
}

ShrinkResult shrink(const ShrinkCase& given, const Condition& condition, const ShrinkOptions& options)
{
    if (formOf(condition.kind).comparesWorlds)
        return {.smallest = given, .error = "divergence compares worlds, and a case has one"};
    if (std::string wrong = ConditionWatch(condition).begin(given.start); !wrong.empty())
        return {.smallest = given, .error = std::move(wrong)};
    if (!options.lead) return Shrinker(given, condition, options).run();
    const ShrinkCase later = withLaterStart(given, condition, *options.lead, options.stop);
    return Shrinker(later, condition, options).run();
}

} // namespace satbox
