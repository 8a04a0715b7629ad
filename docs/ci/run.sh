#!/usr/bin/env bash
# Checks an endpoint in a CI job and writes all reports to one folder.
#
#   ENDPOINT     address of the endpoint (default: the built-in reference server)
#   CONFORMANCE  command of the suite (default: npx conformance)
#   PROGRAM      JavaScript file of the suite, run with node; overrides CONFORMANCE
#   OUTPUT       folder of the record and the reports (default: conformance-results)
#   DIALECT      dialect file of the endpoint (default: the canonical dialect)
#   PROFILE      requirement profile (default: by protocol)
#   IDENTITIES   credentials of roles, one per line: author=env:AUTHOR_TOKEN
#   BASELINE     file with known failures (default: none)
#   SHARD        shard of the run for this job: 1/3 (default: the whole run)
#   SCHEMA_FILE  schema file of the endpoint; annotations then point to its lines
#   SUMMARY      write the Markdown summary to this file as well (default: only report.md in OUTPUT)
#   ANNOTATIONS  any value: print annotations for GitHub
#   ARGUMENTS    more options, one word per line
set -euo pipefail

if [[ -n ${PROGRAM:-} ]]; then command=(node "$PROGRAM"); else read -r -a command <<<"${CONFORMANCE:-npx conformance}"; fi
output=${OUTPUT:-conformance-results}
arguments=(--output "$output" --format terminal,json,html,junit,ctrf,sarif,markdown,conformance-report,badge)

if [[ -n ${SUMMARY:-} ]]; then arguments+=(--format "markdown=$SUMMARY"); fi
if [[ -n ${ANNOTATIONS:-} ]]; then arguments+=(--format github); fi
if [[ -n ${ENDPOINT:-} ]]; then arguments+=(--endpoint "$ENDPOINT"); fi
if [[ -n ${DIALECT:-} ]]; then arguments+=(--dialect "$DIALECT"); fi
if [[ -n ${PROFILE:-} ]]; then arguments+=(--profile "$PROFILE"); fi
if [[ -n ${BASELINE:-} ]]; then arguments+=(--baseline "$BASELINE"); fi
if [[ -n ${SHARD:-} ]]; then arguments+=(--shard "$SHARD"); fi
if [[ -n ${SCHEMA_FILE:-} ]]; then arguments+=(--schema-file "$SCHEMA_FILE"); fi
while IFS= read -r identity; do
  if [[ -n $identity ]]; then arguments+=(--identity "$identity"); fi
done <<<"${IDENTITIES:-}"
while IFS= read -r word; do
  if [[ -n $word ]]; then arguments+=("$word"); fi
done <<<"${ARGUMENTS:-}"

# The exit code is the verdict: 0 conformant, 1 broken, 2 usage error, 3 endpoint unreachable, 4 undecided.
exec "${command[@]}" "${arguments[@]}"
