"""Complete a pose from a few points, look at the result, and save it. Run: python docs/examples/complete_pose.py"""

from pathlib import Path

from models.animation import Clip
from models.body import POINTS, body
from models.formats import pose_json, write
from models.posing import HandleState, Session, complete_pose
from models.posing.picture import draw_pose

OUT = Path("output")
OUT.mkdir(exist_ok=True)

# 1. Points in, pose out. Metres, Y up, the body faces +Z and its left is +X. Any subset of the 43 points will do.
completed = complete_pose(
    {
        "Hips": [0.0, 0.90, 0.0],
        "Neck": [0.0, 1.43, 0.05],
        "LeftHand": [0.25, 1.05, 0.40],
        "RightHand": [-0.30, 0.95, 0.10],
        "LeftFoot": [0.12, 0.08, 0.10],
        "RightFoot": [-0.12, 0.08, -0.10],
    }
)
print("how far each set point is from where it was set, in mm:")
for name, error in completed.error_m.items():
    print(f"  {name:10} {error * 1000:.3f}")

# 2. The pose is a root position and 22 local rotations; its 43 points follow from them.
print("left elbow at", completed.points[POINTS.index("LeftForeArm")].round(3))
print("root", completed.pose.root.round(3), "rotations", completed.pose.rotations.shape)

# 3. A session is the editor without its window: drag handles, undo, mirror.
session = Session(pose=completed.pose)
session.set_state(["LeftFoot", "RightFoot"], HandleState.PINNED)  # the feet stay where they stand
session.begin("Raise the hand")
for height in (1.1, 1.3, 1.5):
    session.drag("LeftHand", [0.30, height, 0.35])
edit = session.commit()
if edit is not None:
    session.restore(edit.before)  # undo
    session.restore(edit.after)  # and redo
session.mirror("body")
print("out of reach:", ", ".join(session.unreached) or "nothing")

# 4. Save: JSON for scripts, BVH for other programs, a picture to look at.
pose_json.write_pose(OUT / "raised.json", session.pose)
write(OUT / "raised.bvh", Clip(body(), session.pose.root[None], session.pose.rotations[None], fps=30.0))
draw_pose(session.points, pinned=session.targets).save(OUT / "raised.png")
print(f"wrote {OUT}/raised.json, .bvh and .png")
