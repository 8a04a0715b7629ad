#!/usr/bin/env bash
# The step of the GitHub action that checks the endpoint. Reads the variables of run.sh, and these from GitHub:
#
#   GITHUB_ACTION_PATH   checkout of the action
#   GITHUB_STEP_SUMMARY  file of the job summary
set -euo pipefail

action=${GITHUB_ACTION_PATH:?run this as a step of the action}
if [[ ! -d $action/node_modules ]]; then
  (cd "$action" && npm ci --ignore-scripts --no-audit --no-fund)
fi

export PROGRAM="$action/bin/conformance.js" SUMMARY="${GITHUB_STEP_SUMMARY:-}" ANNOTATIONS=yes
exec "$action/docs/ci/run.sh"
