import { postInterest } from './post-interest.ts'
import { isRunDone } from './run-record.ts'

/** Posts the interest of the day once it has begun; `done` remembers the day of each prefix, so that it isn't asked for again. */
export const postNightly = async (
  run: Parameters<typeof postInterest>[0],
  done: Map<string, string>,
): Promise<void> => {
  if (done.get(run.prefix) === run.day) return
  if (!(await isRunDone(run.db, 'interest', run.day))) await postInterest(run)
  if (await isRunDone(run.db, 'interest', run.day)) done.set(run.prefix, run.day)
}
