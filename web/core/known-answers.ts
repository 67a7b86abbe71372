type KnownAnswer = { tag: string; answer: unknown }

/** So many answers are kept, those that were asked for last: more than the pages of some minutes show. */
const maxKnownAnswers = 100

let knownAnswers = new Map<string, KnownAnswer>()

/** Of one person nothing may stay for the next, nor behind a locked screen; what is still on its way to them is kept with what they leave. */
export const forgetKnownAnswers = (): void => {
  knownAnswers = new Map()
}

/** What was answered at a path before, and how its next answer is read. */
export const openKnownAnswer = (path: string) => {
  const answers = knownAnswers
  const before = answers.get(path)
  const keep = (known: KnownAnswer): void => {
    answers.delete(path)
    answers.set(path, known)
    const [oldest] = answers.keys()
    if (answers.size > maxKnownAnswers && oldest !== undefined) answers.delete(oldest)
  }
  return {
    headers: before && { 'if-none-match': before.tag },
    /** Where the server says that nothing has changed, the very object that was answered before: nothing is drawn again. */
    read: async (response: Response): Promise<unknown> => {
      if (response.status === 304 && before) {
        keep(before)
        return before.answer
      }
      const answer: unknown = await response.json()
      const tag = response.headers.get('etag')
      if (tag) keep({ tag, answer })
      return answer
    },
  }
}
