/**
 * The rows of the field survey from which no requirement was made, each with the reason why a
 * GraphQL target cannot be held to it. A row stands here or in the `rows` of a requirement, never in
 * both. What Kubernetes alone does, or does to the contrary, waits for the profile `kubernetes/v1`.
 */
export const notCarried: Readonly<Record<string, string>> = {
  "WR-04":
    "kubernetes/v1 only: there the status has a read endpoint of its own; in GraphQL it is read as a part of the object.",
  "WR-06":
    "kubernetes/v1 only: there a body without a status deletes it; a status mutation cannot be called without its status.",
  "WR-12": "kubernetes/v1 only: content types of HTTP patches.",
  "WR-16":
    "kubernetes/v1 only: there such a write counts as one that changes nothing; graphql-status/v1 has it refused.",
  "WR-18": "kubernetes/v1 only: metadata that some built-in kinds accept with a status.",
  "WR-25": "kubernetes/v1 only: HTTP methods of the status endpoint.",
  "IS-02":
    "kubernetes/v1 only, and contrary: there a spec in a status write is silently ignored; graphql-status/v1 has it refused.",
  "IS-05":
    "kubernetes/v1 only: there whole objects are sent; a status mutation has no place for an unchanged spec.",
  "IS-08": "kubernetes/v1 only: validation rules in CEL, judged over the whole object.",
  "IS-10": "kubernetes/v1 only: HTTP codes of built-in kinds.",
  "IS-15":
    "kubernetes/v1 only: graphql-status/v1 has a status write with a spec refused, whatever is in the spec.",
  "CC-04":
    "kubernetes/v1 only, and contrary: built-in kinds take a write without a version; graphql-status/v1 requires one.",
  "CC-06":
    "kubernetes/v1 only, and contrary: there a patch without a version is no precondition; graphql-status/v1 requires one.",
  "CC-09":
    "kubernetes/v1 only: there a JSON patch may test the version in the object; a status mutation has an argument for it.",
  "CC-16": "kubernetes/v1 only: timestamps in managedFields.",
  "CC-17": "A permission, not a rule: the first apply by a new manager may take a new version.",
  "CC-18":
    "A permission, not a rule: a target whose unchanged writes take a version declares so in its semantics.",
  "CC-19":
    "kubernetes/v1 only, and contrary: versions are comparable numbers there, opaque in graphql-status/v1.",
  "ER-01":
    "kubernetes/v1 only: the body of an HTTP error; errors.machine-code asks for its counterpart.",
  "ER-02": "kubernetes/v1 only: HTTP codes; errors.stable-code asks for their counterpart.",
  "ER-06": "kubernetes/v1 only: name and namespace stand in the URL and in the body there.",
  "ER-07": "kubernetes/v1 only: the apiVersion of a body.",
  "PR-03":
    "kubernetes/v1 only, and contrary: there a body that cannot be decoded is reported before a missing object.",
  "PR-05":
    "kubernetes/v1 only: there a patch has an order of its own; a GraphQL target declares one order for all status writes.",
  "AZ-04":
    "kubernetes/v1 only: permissions by HTTP method, update apart from patch; here one permission is asked for by every status mutation.",
  "AZ-07": "kubernetes/v1 only: the words of the message and the details of an HTTP error.",
  "WA-10": "kubernetes/v1 only: expiry as an HTTP code or as an ERROR event in the stream.",
  "WA-11":
    "kubernetes/v1 only: graphql-transport-ws ends the operation with its error, so nothing later has a receiver.",
  "WA-13":
    "kubernetes/v1 only: there the event carries the last matching state; a GraphQL target declares what DELETED carries.",
  "WA-20":
    "kubernetes/v1 only, and contrary: a GraphQL watch without a version starts with what comes next.",
  "WA-24":
    "Needs a version that lies ahead of the server; versions are opaque, so no check can make one.",
  "CD-05":
    "Asks it of the writer: when to move the time of a transition is a rule of the profile controller/v1.",
  "CD-07":
    "Asks it of the writer: which generation a condition has judged is a rule of the profile controller/v1.",
  "CD-08":
    "Asks it of the writer: that all conditions are set on first sight is a rule of the profile controller/v1.",
  "KS-07":
    "Asks it of the writer: not to report a generation without a condition is a rule of the profile controller/v1.",
  "AL-07":
    "Asks it of the writer: to allocate once in spite of lost replies is a rule of the profile controller/v1.",
  "AL-08":
    "Asks it of the writer: whether it acts or reports first is a choice that the profile controller/v1 looks at.",
  "DL-05":
    "kubernetes/v1 only, and contrary: there a patch without a version reaches the successor; graphql-status/v1 requires one.",
  "SA-13":
    "kubernetes/v1 only: in graphql-status/v1 the field validation that a write asks for decides about unknown members, for applies as well.",
  "SA-14":
    "kubernetes/v1 only: objects from before there was a record of managers, which no check can make.",
  "OP-03": "kubernetes/v1 only: values of a text option; in GraphQL the option is a Boolean.",
  "OP-05": "About libraries for clients, not about targets.",
};
