/**
 * The rows of the field survey from which no requirement was made, each with the reason. A row stands
 * here or in the `rows` of a requirement, never in both. What only API servers of Kubernetes do, and
 * nobody asks of them here, was put to one by hand: `surveyFindings` says what it did.
 */
export const notCarried: Readonly<Record<string, string>> = {
  "WR-04":
    "Only in Kubernetes, where the status has an address of its own to be read from; the replies to status writes show that it is the whole object.",
  "WR-12": "Only in Kubernetes: the media types of patches, which the driver always sends right.",
  "WR-18":
    "A permission for single built-in kinds of Kubernetes: metadata that they accept with a status.",
  "WR-25": "Only in Kubernetes: HTTP methods that the driver has no command for.",
  "IS-08":
    "Only in Kubernetes: rules in CEL over the whole object, which are up to the definition of a kind.",
  "IS-10": "Only in Kubernetes: the HTTP codes of built-in kinds.",
  "CC-04":
    "A permission for built-in kinds of Kubernetes: they take a replacement without a version.",
  "CC-16":
    "Only in Kubernetes: times in the record of managers, which have the resolution of a second.",
  "CC-17": "A permission, not a rule: the first apply by a new manager may take a new version.",
  "CC-18":
    "A permission, not a rule: a target whose unchanged writes take a version declares so in its semantics.",
  "ER-01":
    "Only in Kubernetes: the body of an HTTP error; errors.machine-code asks for what clients need of it.",
  "ER-02": "Only in Kubernetes: HTTP codes; errors.stable-code asks for their counterpart.",
  "PR-03":
    "Only in Kubernetes, and only of a replacement: a patch of a missing object is told of the object first.",
  "AZ-04":
    "Only in Kubernetes: permissions by HTTP method, update apart from patch; the roles of the suite have both.",
  "AZ-07": "Only in Kubernetes: the words of the message and the details of an HTTP error.",
  "WA-10":
    "Only in Kubernetes: expiry as an HTTP code or as an ERROR event, which the driver reads as one.",
  "WA-11":
    "Only in Kubernetes: what comes after an ERROR event, which ends the stream for the driver.",
  "WA-24":
    "Needs a version that lies ahead of the server; versions are opaque, so no check can make one.",
  "AL-08":
    "A choice of the writer: whether it acts or reports first is for it to document, and no history can hold it against it.",
  "DL-05":
    "A consequence in Kubernetes: a patch that names neither version nor uid is meant for whatever has the name.",
  "SA-13":
    "Only in Kubernetes: an apply refuses unknown members whatever validation it asks for, with a code that is known to be wrong.",
  "SA-14":
    "Only in Kubernetes: objects from before there was a record of managers, which no check can make.",
  "OP-03": "Only in Kubernetes: values of a text option; the driver knows one.",
  "CT-14":
    "About libraries for clients: what becomes of the copy in memory once the reply has been read over it.",
  "CT-15": "About libraries for clients: that a flush needs no recorder of metrics.",
  "OP-05": "About libraries for clients, not about targets.",
};
