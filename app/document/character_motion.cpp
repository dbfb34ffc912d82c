// A character is a mover (satbox/mover.h) and a kinematic body that follows it. The mover's capsule is the
// body's with a skin around it. So contacts of the body, which would push with an infinite force, seldom come
// into play: the mover decides how the character moves and how hard it pushes. They keep out what flies into
// the character or falls onto it.

#include "app/document/character_motion.h"

#include "engine/model/settings.h"
#include <satbox/mover.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace satbox::app {

namespace {

constexpr float kSkin = 4.0f;           // of the linear slop: 20 mm
constexpr float kMinMove = 0.01f;       // of the linear slop: a shorter move in a step is rounding
constexpr float kGroundNormal = 0.7f;   // it stands and walks on slopes up to 45 degrees
constexpr float kSupportNormal = 0.05f; // what is nearly a wall is no edge to climb
constexpr float kMaxPushOut = 3.0f;     // m/s, out of what it overlaps
constexpr float kMaxSinking = 2.0f;     // m/s: its weight makes nothing fall faster
// It rises faster than this along a slope only in a jump: of the walk speed, which 45 degrees turn into 0.7
// of it upwards, and m/s.
constexpr float kMaxClimb = 0.75f, kMaxClimbMargin = 0.5f;

class CharacterStep {
  public:
    CharacterStep(const World& world, BodyId id, const CharacterInput& input, float dt)
        : world_(world), id_(id), input_(input), dt_(dt), body_(world.body(id)), motion_(world.motion(id)),
          capsule_(world.shape(capsuleOf(world, id))), mover_(std::get<Capsule>(capsule_.shape)),
          slop_(tolerancesOf(world.settings()).linearSlop), pose_(motion_.transform()),
          gravity_(motion_.gravityScale * world.settings().gravity)
    {
        mover_.radius += kSkin * slop_;
        if (gravity_ != Vec2{0.0f, 0.0f}) up_ = -normalizeOrZero(gravity_);
        right_ = -perp(up_);
    }

    std::vector<Op> operations()
    {
        findSupport();
        const bool stands = support_ && isGround(*support_);
        const Vec2 carried = velocityOfSupport();
        const bool jumps = stands && input_.jumps;
        const Vec2 wanted = velocityWanted(stands, jumps);

        std::vector<MoverPlane> planes;
        Vec2 moved = move(start_, wanted, planes);
        moved = withoutClimbing(moved, wanted, support_ && !jumps, planes);
        const float longest = dt_ * (length(wanted) + kMaxPushOut);
        if (const float size = length(moved); size > longest) moved *= longest / size;
        // A slope or an edge may have taken the ground from under it, up to 45 degrees.
        if (support_ && !jumps) moved += toGround(moved, std::abs(dot(moved, right_)) + kSkin * slop_);
        moved += carry(moved, carried);
        if (length(moved) < kMinMove * slop_) moved = {0.0f, 0.0f};

        std::vector<Op> ops;
        const Vec2 velocity = 1.0f / dt_ * moved;
        if (velocity != motion_.v || motion_.w != 0.0f) ops.push_back(op::SetVelocity{id_, velocity, 0.0f});
        for (const MoverPlane& plane : planes) push(plane, wanted + carried, ops);
        if (stands && !jumps) press(ops);
        return ops;
    }

  private:
    bool isObstacle(ShapeId shape) const
    {
        return world_.bodyOf(shape) != id_ && !world_.shape(shape).def.sensor;
    }
    bool isGround(const MoverPlane& plane) const { return dot(plane.normal, up_) >= kGroundNormal; }

    // The displacement from the pose after `moved` and a move at `velocity`.
    Vec2 move(Vec2 moved, Vec2 velocity, std::vector<MoverPlane>& planes) const
    {
        return moveMover(
                   world_, mover_, {pose_.p + moved, pose_.q}, velocity, dt_, capsule_.def.filter,
                   [&](ShapeId shape) { return isObstacle(shape); }, planes)
                   .position -
               pose_.p;
    }

    // What is too steep to walk on stops it instead of leading it upwards: the next step would go on at that
    // speed. On the ground it climbs edges, and from the air it lands on slopes.
    Vec2 withoutClimbing(Vec2 moved, Vec2 wanted, bool walks, std::span<const MoverPlane> planes) const
    {
        const bool climbs = dot(moved - start_, up_) > dt_ * dot(wanted, up_) + kMinMove * slop_;
        const auto stops = [&](const MoverPlane& plane) {
            return plane.push > 0.0f && !isGround(plane) && !isStep(plane);
        };
        const auto lands = [&](const MoverPlane& plane) { return plane.push > 0.0f && isGround(plane); };
        if (!climbs || (walks ? std::ranges::none_of(planes, stops) : std::ranges::any_of(planes, lands)))
            return moved;
        const float fraction =
            castMover(world_, mover_, {pose_.p + start_, pose_.q}, dt_ * wanted, capsule_.def.filter,
                      [&](ShapeId shape) { return isObstacle(shape); });
        std::vector<MoverPlane> ignored;
        return move(start_ + fraction * dt_ * wanted, (1.0f - fraction) * dot(wanted, up_) * up_, ignored);
    }

    // What carries it: of the shapes that it touches, the one with the most level surface. While it walks, an
    // edge that it can climb counts too. None while it rises in a jump. What carried it may have moved
    // otherwise than expected: then it is a little lower.
    void findSupport()
    {
        start_ = toGround({0.0f, 0.0f}, kSkin * slop_);
        float best = 0.0f;
        const auto look = [&](const MoverPlane& plane) {
            if (!isObstacle(plane.shape)) return true;
            const float level = dot(plane.normal, up_);
            bool supports = isGround(plane);
            if (!supports && level > kSupportNormal && dot(plane.normal, right_) * walk() < 0.0f) {
                supports = isStep(plane);
                isBlocked_ = isBlocked_ || !(supports || isPushable(world_.bodyOf(plane.shape)));
            }
            if (!supports || level <= best) return true;
            best = level;
            support_ = plane;
            return true;
        };
        collideMover(world_, mover_, {pose_.p + start_, pose_.q}, capsule_.def.filter, look);
        const float fastest = kMaxClimb * body_.walkSpeed + kMaxClimbMargin;
        if (support_ && dot(motion_.v - velocityOfSupport(), up_) > fastest) support_.reset();
        if (!support_) start_ = {0.0f, 0.0f};
    }

    float walk() const { return static_cast<float>(input_.walk); }

    // Whether a plane that is too steep to stand on is at the edge of something level, such as a stair: the
    // round end of the capsule slides over it. Behind the point of contact, a surface is neither higher nor
    // lower than one of 45 degrees would be.
    bool isStep(const MoverPlane& plane) const
    {
        const float reach = kSkin * slop_;
        const Vec2 inward = dot(plane.normal, right_) < 0.0f ? right_ : -right_;
        bool isLevel = false;
        world_.castRay({plane.point + reach * (inward + up_), -2.0f * reach * up_}, capsule_.def.filter,
                       [&](const WorldRayHit& hit) {
                           isLevel = isObstacle(hit.shape);
                           return !isLevel;
                       });
        return isLevel;
    }

    Vec2 velocityOfSupport() const
    {
        if (!support_) return {0.0f, 0.0f};
        return world_.velocityAt(world_.bodyOf(support_->shape), support_->point);
    }

    // Relative to what carries it, in the step.
    Vec2 velocityWanted(bool stands, bool jumps) const
    {
        const float fall = dt_ * length(gravity_);
        const float along = isBlocked_ ? 0.0f : walk() * body_.walkSpeed;
        if (stands) {
            const Vec2 surface = -perp(support_->normal);
            const float belt = world_.shape(support_->shape).def.material.surfaceSpeed;
            if (!jumps) return (along + belt) * surface;
            // The mean velocity of the step, so that the height of the jump is exact.
            return (along + belt) * right_ + (body_.jumpSpeed - 0.5f * fall) * up_;
        }
        if (support_) return along * right_; // over the edge, which leads it up
        // In the air it keeps its speed; a key gives it at least the walk speed.
        float sideways = dot(motion_.v, right_);
        if (along > 0.0f) sideways = std::max(sideways, along);
        if (along < 0.0f) sideways = std::min(sideways, along);
        return sideways * right_ + (dot(motion_.v, up_) - fall) * up_;
    }

    // Down from the pose after `moved` to what is at most `reach` below it, m; zero if nothing is.
    Vec2 toGround(Vec2 moved, float reach) const
    {
        float fraction = 1.0f;
        world_.castShape(mover_, {pose_.p + moved, pose_.q}, -reach * up_, capsule_.def.filter,
                         [&](const WorldShapeHit& hit) {
                             if (!isObstacle(hit.shape) || dot(hit.normal, up_) <= kSupportNormal)
                                 return true;
                             fraction = hit.fraction;
                             return false;
                         });
        if (fraction == 1.0f) return {0.0f, 0.0f};
        return -fraction * reach * up_;
    }

    // The way that the ground takes it along, up to what is in that way.
    Vec2 carry(Vec2 moved, Vec2 velocity) const
    {
        if (velocity == Vec2{0.0f, 0.0f}) return velocity;
        const BodyId ground = world_.bodyOf(support_->shape);
        const Vec2 way = dt_ * velocity;
        return castMover(world_, mover_, {pose_.p + moved, pose_.q}, way, capsule_.def.filter,
                         [&](ShapeId shape) { return isObstacle(shape) && world_.bodyOf(shape) != ground; }) *
               way;
    }

    bool isPushable(BodyId id) const { return world_.body(id).type == BodyType::Dynamic; }

    // Pushes a dynamic body in its way, at most to the speed at which it moves itself.
    void push(const MoverPlane& plane, Vec2 velocity, std::vector<Op>& ops) const
    {
        const BodyId other = world_.bodyOf(plane.shape);
        if (plane.push <= 0.0f || isGround(plane) || !isPushable(other)) return;
        const float impulse =
            std::min(impulseTo(-dot(plane.normal, velocity), -plane.normal, other, plane.point),
                     dt_ * body_.pushForce);
        if (impulse > 0.0f) ops.push_back(op::ApplyImpulse{other, -impulse * plane.normal, plane.point});
    }

    // Its weight on a dynamic body: a plank on a pivot tilts under it.
    void press(std::vector<Op>& ops) const
    {
        const BodyId ground = world_.bodyOf(support_->shape);
        if (!isPushable(ground)) return;
        const float force = std::min(body_.massData.mass * length(gravity_),
                                     impulseTo(kMaxSinking, -up_, ground, support_->point) / dt_);
        if (force > 0.0f) ops.push_back(op::ApplyForce{ground, -force * up_, support_->point});
    }

    // The impulse, N s, that gives a point of a dynamic body this speed in a direction; negative if it is
    // faster.
    float impulseTo(float speed, Vec2 direction, BodyId id, Position point) const
    {
        const BodyMotion& m = world_.motion(id);
        const float arm = cross(point - m.center, direction);
        const float inverseMass = m.invMass + m.invInertia * arm * arm;
        if (inverseMass <= 0.0f) return 0.0f; // frozen
        return (speed - dot(direction, world_.velocityAt(id, point))) / inverseMass;
    }

    const World& world_;
    BodyId id_;
    CharacterInput input_;
    float dt_;
    const Body& body_;
    const BodyMotion& motion_;
    const BodyShape& capsule_;
    Capsule mover_; // with the skin
    float slop_;
    WorldTransform pose_;
    Vec2 gravity_;        // m/s^2
    Vec2 up_{0.0f, 1.0f}; // without gravity as on a level ground
    Vec2 right_;
    Vec2 start_{0.0f, 0.0f}; // m, from the pose
    std::optional<MoverPlane> support_;
    bool isBlocked_ = false;
};

} // namespace

std::vector<Op> characterStep(const World& world, BodyId body, const CharacterInput& input, float dt)
{
    return CharacterStep(world, body, input, dt).operations();
}

} // namespace satbox::app
