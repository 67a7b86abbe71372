/**
 * Tells the person who waits what is being done. `done` and `total` count the step's own things (rows, files);
 * without them the step only has a name. Called as often as is handy: whoever draws it slows it down.
 */
export type ProgressReporter = (step: string, done?: number, total?: number) => void

/** For tests and for callers that nobody watches. */
export const ignoreProgress: ProgressReporter = () => {}
