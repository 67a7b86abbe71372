import type { EndpointSpec } from '#contract/core/endpoint.ts'

const maxParallelReads = 8
/** The first change the session that the other calls are made with; of the files a person has one at a time. */
const sequentialPaths = /^\/session(\/|$)|\/export$|\/pdf$|\/personal-data$|^\/statements$/

/**
 * What `work` answers for each endpoint, in their order. Reads run eight at a time; what writes runs by itself, one after the other: its calls
 * may be about the same record.
 */
export const probeEndpoints = async <T extends { endpoint: EndpointSpec }, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> => {
  const answers: R[] = []
  const run = async (at: number): Promise<void> => {
    answers[at] = await work(all[at]!)
  }
  const isRead = ({ endpoint: { method, path } }: T): boolean => method === 'GET' && !sequentialPaths.test(path)
  const reads = [...all.keys()].filter((at) => isRead(all[at]!))
  const workers = Array.from({ length: maxParallelReads }, async () => {
    for (let at = reads.shift(); at !== undefined; at = reads.shift()) await run(at)
  })
  await Promise.all(workers)
  for (const at of all.keys()) if (!isRead(all[at]!)) await run(at)
  return answers
}
