"""What Classroom 50's runner starts for a submission: the grader of the image that the assignment names as its container."""
import os

os.execv("/opt/warplab/grader/class/ci/grade-push.sh", ["grade-push.sh"])
