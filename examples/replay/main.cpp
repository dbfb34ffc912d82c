// Records every operation on a world as a line of a file, reads the file back and applies it to an empty
// world. Both worlds are equal to the bit: such a file is a replay, a bug report or what a network sends.
#include <satbox/scene/op_text.h>
#include <satbox/world.h>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>

using namespace satbox;

namespace {

class Recorder : public OpSink {
  public:
    explicit Recorder(std::ostream& file) : file_(file) {}
    void onOp(uint64_t, const Op& op, const OpResult&) override { file_ << opText(op) << '\n'; }

  private:
    std::ostream& file_;
};

// Returns the world's hash.
uint64_t play(std::ostream& file)
{
    Recorder recorder(file);
    World world;
    world.setOpSink(&recorder);
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(20.0f, 0.5f), .material = {.staticFriction = 0.3f}});
    for (int i = 0; i < 10; ++i) {
        const BodyId box = world.createBody({.position = {0.03 * i, 1.5 + 1.1 * i}});
        world.addShape(box, {.geometry = makeRegularPolygon(3 + i % 6, 0.5f)});
        if (i % 3 == 0) world.applyImpulse(box, {0.4f, 0.0f}, world.motion(box).center);
    }
    const MouseJointId hand = world.createMouseJoint(world.bodyAt(3), world.motion(world.bodyAt(3)).center);
    for (int i = 0; i < 300; ++i) {
        if (i < 100) world.setMouseTarget(hand, {0.05 * i, 4.0});
        if (i == 100) world.destroyMouseJoint(hand);
        world.step(1.0f / 60.0f);
    }
    return world.hash();
}

// Returns the replayed world's hash, or 0 after a message.
uint64_t replay(std::istream& file)
{
    World world;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const OpTextResult read = readOp(line);
        const std::string problem = read.ok() ? world.apply(read.op).refusal : read.error;
        if (!problem.empty()) {
            std::cerr << "line " << number << ": " << problem << '\n';
            return 0;
        }
    }
    return world.hash();
}

} // namespace

int main(int argc, char** argv)
{
    const std::string path = argc > 1 ? argv[1] : "replay.jsonl";
    uint64_t recorded = 0;
    {
        std::ofstream file(path);
        recorded = play(file);
        if (!file.flush()) {
            std::cerr << path << ": cannot be written\n";
            return 1;
        }
    }
    std::ifstream file(path);
    const uint64_t replayed = replay(file);
    std::cout << path << ": recorded " << std::hex << recorded << ", replayed " << replayed << '\n';
    return recorded == replayed ? 0 : 1;
}
