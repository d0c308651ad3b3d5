// The types of the document and of the specification assign to each other: those of requests, and
// those of every response that the specification has. The document has more responses; README.md
// lists them.
import type { operations as Document } from "./generated/conduit";
import type { operations as Specification } from "./generated/specification";

type Requests<O> = {
  [ID in keyof O]: O[ID] extends { parameters: infer P; requestBody?: infer B } ? { parameters: P; body: B } : never;
};

type Responses<O> = {
  [ID in keyof O]: O[ID] extends { responses: infer R }
    ? { [Status in keyof R]: R[Status] extends { content?: infer C } ? C : never }
    : never;
};

// Known has the responses of O that are also in the specification.
type Known<O> = {
  [ID in keyof Specification]: ID extends keyof O ? Pick<O[ID], keyof O[ID] & keyof Responses<Specification>[ID]> : never;
};

export const assigned = (
  document: { requests: Requests<Document>; responses: Known<Responses<Document>> },
  specification: { requests: Requests<Specification>; responses: Responses<Specification> },
) => {
  document = specification;
  specification = document;
};
