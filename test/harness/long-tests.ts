/**
 * Test files that take long for their size, the longest of each kind first: where nothing is known of earlier runs, files begin by their size, and one
 * that begins last holds up the end of the run alone. What is missing here costs time and nothing else.
 */
export const longTests: readonly string[] = [
  'test/architecture/types-gate.test.ts',
  'test/architecture/source-gates.test.ts',
  'test/architecture/gates.test.ts',
  'test/architecture/dead-code-gate.test.ts',
  'test/permissions/table.test.ts',
  'test/permissions/figure-attacks.test.ts',
  'test/permissions/scopes.test.ts',
  'test/rows-read.test.ts',
  'test/permissions/endpoints.test.ts',
  'server/features/figures/figures.test.ts',
  'server/features/imports/import-order.test.ts',
  'server/features/search/search.test.ts',
  'server/features/clients/kept-totals.test.ts',
  'server/features/interest/crash.test.ts',
  'test/permissions/hidden-records.test.ts',
  'server/features/clients/several-values.test.ts',
  'test/e2e/screens-1-of-3.test.ts',
  'test/e2e/screens-2-of-3.test.ts',
  'test/e2e/screens-3-of-3.test.ts',
  'test/e2e/timeline.test.ts',
  'test/e2e/client-kyc.test.ts',
]
