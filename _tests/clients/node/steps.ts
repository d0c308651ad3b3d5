// The steps of each client with the shop, and their results. use_test.go has the expected
// results.
export type Violation = { code: string; at: string };

export type Seen = {
  created: { status: number; price: number; discount: string; tags: string[] };
  pages: number[];
  found: number;
  ordered: boolean;
  updated: { status: number; price: number; note: string | null; depth: number };
  stale: { status: number; code: string };
  refused: { status: number; code: string; violations: Violation[] };
  unread: { status: number; violations: Violation[] };
  deleted: { status: number; same: boolean };
  gone: { status: number; code: string };
};

// report prints the results.
export function report(seen: Seen): void {
  console.log(JSON.stringify(seen));
}

// must returns a value that must be present.
export function must<T>(v: T | undefined | null, what: string): T {
  if (v === undefined || v === null) {
    throw new Error(`there is no ${what}`);
  }
  return v;
}

export function violations(errors: { code: string; in?: string; parameter?: string; pointer?: string }[] | undefined): Violation[] {
  return must(errors, "violation").map((e) => ({ code: e.code, at: e.pointer ?? `${e.in} ${e.parameter}` }));
}

export function ascending(numbers: number[]): boolean {
  return numbers.every((n, i) => i === 0 || must(numbers[i - 1], "price") <= n);
}
