#include "engine/constraints/joint/joint_linkage.h"

#include "engine/constraints/joint/joint_blocks.h"
#include "engine/constraints/joint/joint_rules.h"
#include "engine/constraints/joint/joint_tree.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace satbox {

namespace {

using Block = std::array<Vector3, 3>; // by row

// The graph takes memory with the square of the number of nodes.
constexpr size_t kMaxLinkageNodes = 4096;
constexpr size_t kMinProductLimit = 1000; // of blocks; an elimination may take these in any case

// Which nodes are connected, as bits of a square matrix.
class NodeGraph {
  public:
    NodeGraph(size_t count, FrameArena& arena)
        : words_((count + 63) / 64), bits_(arena.make<uint64_t>(count * words_)),
          degrees_(arena.make<size_t>(count))
    {}
    size_t degree(size_t i) const { return degrees_[i]; }
    void connect(size_t i, size_t j)
    {
        if ((word(i, j) & bit(j)) != 0) return;
        word(i, j) |= bit(j);
        word(j, i) |= bit(i);
        ++degrees_[i];
        ++degrees_[j];
    }
    // fn(j) for the neighbours, in ascending order.
    template<class Fn>
    void forEachNeighbour(size_t i, Fn&& fn) const
    {
        for (size_t w = 0; w < words_; ++w)
            for (uint64_t word = bits_[i * words_ + w]; word != 0; word &= word - 1)
                fn(64 * w + static_cast<size_t>(std::countr_zero(word)));
    }
    // Connects the neighbours of i with each other, and removes i.
    void eliminate(size_t i, std::span<const uint32_t> neighbours)
    {
        for (const uint32_t j : neighbours) {
            word(j, i) &= ~bit(i);
            --degrees_[j];
        }
        for (size_t p = 0; p < neighbours.size(); ++p)
            for (size_t q = p + 1; q < neighbours.size(); ++q) connect(neighbours[p], neighbours[q]);
    }

  private:
    static uint64_t bit(size_t j) { return uint64_t{1} << (j % 64); }
    uint64_t& word(size_t i, size_t j) { return bits_[i * words_ + j / 64]; }

    size_t words_;
    std::span<uint64_t> bits_;
    std::span<size_t> degrees_;
};

// The order of elimination: bodies that are left with at most two neighbours first. Mostly no node connected
// with them was eliminated before, so they are lone (LinkageNode::isLone). Then always a node with the fewest
// neighbours (Tinney and Walker, Proc. IEEE 55, 1967), which adds few connections. The neighbours that a node
// then has are in `later`.
struct Order {
    std::span<uint32_t> nodes;      // by rank
    std::span<uint32_t> ranks;      // by node
    std::span<uint32_t> firstLater; // by rank, with an end
    std::span<uint32_t> later;      // ranks, ascending
    std::span<uint64_t> heap;       // candidates: key and node; one with an outdated key is skipped

    // `maxProducts`: of blocks.
    Order(size_t count, size_t maxProducts, FrameArena& arena)
        : nodes(arena.make<uint32_t>(count)), ranks(arena.make<uint32_t>(count)),
          firstLater(arena.make<uint32_t>(count + 1)), later(arena.makeUninitialized<uint32_t>(maxProducts)),
          heap(arena.makeUninitialized<uint64_t>(count + maxProducts))
    {
        std::fill(ranks.begin(), ranks.end(), kNoIndex);
    }

    // False if that would take too many products. `bodies`: the nodes below that are bodies.
    bool find(NodeGraph& graph, size_t bodies)
    {
        const size_t count = nodes.size();
        size_t end = 0, products = 0, candidates = 0;
        const auto keyOf = [&](size_t node) -> size_t {
            const size_t degree = graph.degree(node);
            return node < bodies && degree <= 2 ? 0 : degree;
        };
        const auto push = [&](size_t node) {
            heap[candidates++] = uint64_t{keyOf(node)} << 32 | node;
            std::push_heap(heap.data(), heap.data() + candidates, std::greater<>());
        };
        for (size_t node = 0; node < count; ++node) push(node);
        for (uint32_t rank = 0; rank < count; ++rank) {
            uint32_t best = kNoIndex;
            size_t key = 0;
            do {
                std::pop_heap(heap.data(), heap.data() + candidates, std::greater<>());
                const uint64_t candidate = heap[--candidates];
                best = static_cast<uint32_t>(candidate);
                key = candidate >> 32;
            } while (ranks[best] != kNoIndex || keyOf(best) != key);
            const size_t degree = graph.degree(best);
            products += degree * (degree + 1) / 2; // not fewer than `degree`
            if (products > later.size()) return false;
            nodes[rank] = best;
            ranks[best] = rank;
            firstLater[rank] = static_cast<uint32_t>(end);
            graph.forEachNeighbour(best, [&](size_t j) { later[end++] = static_cast<uint32_t>(j); });
            graph.eliminate(best, later.subspan(end - degree, degree));
            for (size_t i = end - degree; i < end; ++i) push(later[i]);
        }
        firstLater[count] = static_cast<uint32_t>(end);
        later = later.first(end);
        for (uint32_t& node : later) node = ranks[node];
        for (uint32_t rank = 0; rank < count; ++rank) {
            const auto of = laterThan(rank);
            std::sort(of.begin(), of.end());
        }
        return true;
    }
    std::span<uint32_t> laterThan(uint32_t rank) const
    {
        return later.subspan(firstLater[rank], firstLater[rank + 1] - firstLater[rank]);
    }
    // The block of two connected nodes, by their ranks.
    uint32_t blockOf(uint32_t a, uint32_t b) const
    {
        const auto of = laterThan(std::min(a, b));
        const auto found = std::lower_bound(of.begin(), of.end(), std::max(a, b));
        return firstLater[std::min(a, b)] + static_cast<uint32_t>(found - of.begin());
    }
};

// The rows of the bodies that can be pushed, ascending.
std::span<const int32_t> bodyRows(std::span<const JointLink> all, std::span<const uint32_t> links,
                                  FrameArena& arena)
{
    const std::span<int32_t> rows = arena.make<int32_t>(2 * links.size());
    size_t count = 0;
    for (const uint32_t i : links) forEachMovableRow(all[i], [&](int32_t row) { rows[count++] = row; });
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(rows.begin(), end);
    return rows.first(static_cast<size_t>(std::unique(rows.begin(), end) - rows.begin()));
}

} // namespace

JointLinkage findLinkage(std::span<const JointLink> all, std::span<const uint32_t> links,
                         size_t productsPerNode, FrameArena& arena)
{
    if (links.size() > kMaxLinkageNodes || productsPerNode == 0) return {};
    const std::span<const int32_t> rows = bodyRows(all, links, arena);
    const size_t bodies = rows.size(), count = bodies + links.size(); // bodies first
    if (count > kMaxLinkageNodes) return {};
    const auto bodyAt = [&](int32_t row) {
        return static_cast<uint32_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
    };
    NodeGraph graph(count, arena);
    for (size_t i = 0; i < links.size(); ++i)
        forEachMovableRow(all[links[i]], [&](int32_t row) { graph.connect(bodies + i, bodyAt(row)); });
    const size_t whole = count * (count * count - 1) / 6; // if every node were connected with every other
    Order order(count, std::min(whole, std::max(kMinProductLimit, productsPerNode * count)), arena);
    if (!order.find(graph, bodies)) return {};

    JointLinkage linkage{{},
                         arena.make<LinkageNode>(count),
                         arena.make<LinkageBlock>(order.later.size()),
                         arena.make<Block>(count),
                         {}};
    for (size_t i = 0; i < order.later.size(); ++i) linkage.blocks[i].later = order.later[i];
    size_t targetCount = 0;
    for (uint32_t rank = 0; rank < count; ++rank) {
        LinkageNode& node = linkage.nodes[rank];
        node.firstBlock = order.firstLater[rank];
        node.blockCount = static_cast<uint32_t>(order.laterThan(rank).size());
        node.firstTarget = static_cast<uint32_t>(targetCount);
        targetCount += (size_t{node.blockCount} * node.blockCount - node.blockCount) / 2;
        if (order.nodes[rank] < bodies) node.row = rows[order.nodes[rank]];
        node.isLone = order.nodes[rank] < bodies;
    }
    for (const LinkageBlock& block : linkage.blocks) linkage.nodes[block.later].isLone = false;
    for (uint32_t i = 0; i < links.size(); ++i) {
        const JointLink& link = all[links[i]];
        const uint32_t rank = order.ranks[bodies + i];
        LinkageNode& node = linkage.nodes[rank];
        node.joint = i;
        const auto connect = [&](float invMass, int32_t row, uint32_t& body, uint32_t& block) {
            if (invMass <= 0.0f) return;
            body = order.ranks[bodyAt(row)];
            block = order.blockOf(rank, body);
            linkage.nodes[body].mass = 1.0 / static_cast<double>(invMass);
        };
        connect(link.invMassA, link.rowA, node.nodeA, node.blockA);
        connect(link.invMassB, link.rowB, node.nodeB, node.blockB);
    }
    const std::span<uint32_t> targets = arena.make<uint32_t>(targetCount);
    targetCount = 0;
    for (uint32_t rank = 0; rank < count; ++rank) {
        const auto later = order.laterThan(rank);
        for (size_t p = 0; p < later.size(); ++p)
            for (size_t q = p + 1; q < later.size(); ++q)
                targets[targetCount++] = order.blockOf(later[p], later[q]);
    }
    linkage.targets = targets;
    return linkage;
}

void updateInertia(const JointLinkage& linkage, std::span<const JointBody> bodies, int32_t firstRow)
{
    for (LinkageNode& node : linkage.nodes) {
        if (node.isJoint()) continue;
        const float invInertia = bodies[static_cast<size_t>(node.row - firstRow)].invInertia;
        node.inertia = invInertia > 0.0f ? 1.0 / static_cast<double>(invInertia) : 0.0;
        const double inverse = 1.0 / node.mass;
        if (node.isLone) node.inverse = {inverse, 0.0, 0.0, inverse, 0.0, static_cast<double>(invInertia)};
    }
}

namespace {

// fn(size, laterSize) for a node.
template<class Fn>
void withSizes(const LinkageNode& node, Fn&& fn)
{
    withSize(node.size, [&](auto size) { withSize(node.laterSize, [&](auto later) { fn(size, later); }); });
}

void setBody(LinkageNode& node, Block& diagonal)
{
    node.size = node.inertia > 0.0 ? 3 : 2;
    diagonal = {Vector3{node.mass, 0.0, 0.0}, Vector3{0.0, node.mass, 0.0}, Vector3{0.0, 0.0, node.inertia}};
}

void setJoint(LinkageNode& node, Block& diagonal, const JointConstraint& c, const TreeRows& rows)
{
    node.size = rows.count;
    const Vector3 mass = treeMasses(c);
    const SymmetricBlock& s = node.softness = rows.softness;
    diagonal = {Vector3{-s.xx, -s.xy, -s.xz}, Vector3{-s.xy, -s.yy, -s.yz}, Vector3{-s.xz, -s.yz, -s.zz}};
    for (size_t r = 0; r < node.size; ++r) {
        node.compliance[r] = kComplianceShare / mass[r];
        diagonal[r][r] -= node.compliance[r];
    }
}

// The rows of a joint at one of its bodies.
void setBlock(const JointLinkage& linkage, const LinkageNode& joint, uint32_t body, uint32_t block,
              const Block& rows)
{
    if (body == kNoIndex) return;
    const LinkageNode& later = linkage.nodes[linkage.blocks[block].later];
    Block& value = linkage.blocks[block].value;
    for (size_t r = 0; r < joint.size; ++r)
        for (size_t axis = 0; axis < linkage.nodes[body].size; ++axis)
            (later.isJoint() ? value[axis][r] : value[r][axis]) = rows[r][axis];
}

// Subtracts the node's Schur complement from the blocks of its later neighbours. Where these have fewer than
// Later unknowns, their blocks end with zeros. Of their own blocks, only the lower half is used.
template<size_t Size, size_t Later>
void eliminate(const JointLinkage& linkage, size_t rank)
{
    LinkageNode& node = linkage.nodes[rank];
    const Block& of = linkage.diagonal[rank];
    if (!node.isLone)
        node.inverse =
            inverseOf<Size>(SymmetricBlock{of[0][0], of[1][0], of[2][0], of[1][1], of[2][1], of[2][2]});
    const SymmetricBlock& inverse = node.inverse;
    const std::span<LinkageBlock> blocks = linkage.blocks.subspan(node.firstBlock, node.blockCount);
    const uint32_t* target = linkage.targets.data() + node.firstTarget;
    for (size_t p = 0; p < blocks.size(); ++p) {
        const Block& own = blocks[p].value;
        Block scaled; // by row: K_p^T D^-1
        repeat<Later>([&](auto r) { scaled[r] = times<Size>(inverse, column(own, r)); });
        Block& diagonal = linkage.diagonal[blocks[p].later];
        repeat<Later>([&](auto r) {
            repeat<r + 1>([&](auto k) { diagonal[r][k] -= dot<Size>(scaled[r], column(own, k)); });
        });
        for (size_t q = p + 1; q < blocks.size(); ++q) {
            const Block& other = blocks[q].value;
            Block& from = linkage.blocks[*target++].value;
            repeat<Later>([&](auto r) {
                repeat<Later>([&](auto k) { from[r][k] -= dot<Size>(scaled[r], column(other, k)); });
            });
        }
    }
}

} // namespace

// With M the masses, J the rows of joints, b their errors, s their softness and c their compliance, the
// changes of velocity dv and the impulses l are those for which
//   M dv - J^T l = 0,   J dv + (s + c) l = -b
// with -l as the unknowns a symmetric matrix. Its diagonal block of a body is positive, that of a joint
// negative, and both stay so, in whatever order they are eliminated (Vanderbei, "Symmetric quasidefinite
// matrices", SIAM J. Optim. 5, 1995).
void eliminateLinkage(const JointLinkage& linkage)
{
    for (size_t i = 0; i < linkage.nodes.size(); ++i)
        if (!linkage.nodes[i].isJoint()) setBody(linkage.nodes[i], linkage.diagonal[i]);
    for (LinkageBlock& block : linkage.blocks) block.value = {};
    TreeRows rows;
    for (size_t i = 0; i < linkage.nodes.size(); ++i) {
        LinkageNode& node = linkage.nodes[i];
        if (!node.isJoint()) continue;
        const JointConstraint& c = linkage.constraints[node.joint];
        setTreeRows(rows, c, true);
        setJoint(node, linkage.diagonal[i], c, rows);
        setBlock(linkage, node, node.nodeA, node.blockA, rows.parent);
        setBlock(linkage, node, node.nodeB, node.blockB, rows.child);
    }
    for (LinkageNode& node : linkage.nodes) {
        node.laterSize = 0;
        for (const LinkageBlock& block : linkage.blocks.subspan(node.firstBlock, node.blockCount))
            node.laterSize = std::max(node.laterSize, linkage.nodes[block.later].size);
    }
    for (size_t i = 0; i < linkage.nodes.size(); ++i)
        withSizes(linkage.nodes[i], [&](auto size, auto later) { eliminate<size, later>(linkage, i); });
}

void solveLinkage(const JointLinkage& linkage, std::span<BodyState> states, JointPass pass)
{
    for (LinkageNode& node : linkage.nodes) {
        node.rhs = {};
        if (!node.isJoint()) continue;
        const JointConstraint& c = linkage.constraints[node.joint];
        const Vector3 errors = treeErrors(c, node.softness, states, pass);
        const std::array<float, kMaxTreeRows> impulses = passImpulses(c, pass);
        for (size_t r = 0; r < node.size; ++r)
            node.rhs[r] = -(errors[r] + node.compliance[r] * static_cast<double>(impulses[r]));
    }
    for (const LinkageNode& node : linkage.nodes) {
        if (node.isLone) continue; // its right-hand side is zero
        withSizes(node, [&](auto size, auto later) {
            const Vector3 scaled = times<size>(node.inverse, node.rhs);
            for (const LinkageBlock& block : linkage.blocks.subspan(node.firstBlock, node.blockCount)) {
                Vector3& rhs = linkage.nodes[block.later].rhs;
                repeat<later>([&](auto k) { rhs[k] -= dot<size>(column(block.value, k), scaled); });
            }
        });
    }
    for (size_t i = linkage.nodes.size(); i-- > 0;) {
        LinkageNode& node = linkage.nodes[i];
        if (node.isLone && pass != JointPass::Correct) continue; // no other node needs its solution
        Vector3 fromLater{};
        withSizes(node, [&](auto size, auto laterSize) {
            for (const LinkageBlock& block : linkage.blocks.subspan(node.firstBlock, node.blockCount)) {
                const Vector3& later = linkage.nodes[block.later].solution;
                repeat<size>([&](auto r) { fromLater[r] += dot<laterSize>(block.value[r], later); });
            }
            node.solution = times<size>(node.inverse, difference(node.rhs, fromLater));
        });
        if (!node.isJoint() || pass == JointPass::Correct) continue;
        JointConstraint& c = linkage.constraints[node.joint];
        const Vector3 impulse = negated(node.solution);
        applyTreeImpulse(c, states, impulse);
        if (!c.recorder) continue;
        const SymmetricBlock& m = node.inverse;
        c.recorder->solvedInTree({.joint = c.joint,
                                  .mass = {-m.xx, -m.xy, -m.xz, -m.yy, -m.yz, -m.zz},
                                  .compliance = node.compliance,
                                  .error = negated(node.rhs),
                                  .fromOthers = fromLater,
                                  .impulse = impulse,
                                  .after = treeImpulses(c)});
    }
}

} // namespace satbox
