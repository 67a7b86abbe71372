declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** Rows written to it go to the table of a COPY ... FROM STDIN. */
  export const from: (sql: string) => Writable & Submittable & { rowCount: number }
}
