import { useEffect, useState } from 'react'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useUnsavedForm } from '#web/core/unsaved-forms.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Mention } from './mentions.ts'
import type { RecordKey } from './record-key.ts'

/** What is written into a field and not yet sent, with whom it names. */
const useCommentText = (first: string, known: readonly Mention[]) => {
  const [text, setText] = useState(first)
  const [named, setNamed] = useState(known)
  const { busy: isBusy, failure, run } = useAction()
  const isDirty = text.trim() !== first.trim()
  /** Whom the text still names. */
  const mentions = [...new Set(named.filter(({ name }) => text.includes(`@${name}`)).map(({ userId }) => userId))]
  const send = async (work: () => Promise<void>): Promise<void> => {
    if (text.trim() !== '') await run(work)
  }
  const mention = (person: Mention): void => setNamed([...named, person])
  return { text, setText, named, setNamed, mention, mentions, isDirty, failure, isBusy, send }
}

/** A comment that is there, being changed: leaving it asks first. */
export const useCommentChange = (first: string, known: readonly Mention[]) => {
  const comment = useCommentText(first, known)
  useUnsavedForm(comment.isDirty)
  return comment
}

/** A new comment: what is written outlives the page and the session, and what is sent twice is one. */
export const useNewComment = ({ entity, recordId }: RecordKey) => {
  const comment = useCommentText('', [])
  const { text, setText, named, setNamed, mentions, isDirty } = comment
  const key = useContentIdempotencyKey()
  const draft = useDraft(`comment.${entity}.${recordId}`, {
    values: { text, named },
    dirty: isDirty,
    restore: (kept) => {
      // Whoever has begun to write meanwhile goes on below it.
      setText((present) => (present.trim() === '' || present === kept.text ? kept.text : `${kept.text}\n${present}`))
      setNamed((present) => [...kept.named, ...present])
    },
  })
  const { storedDraft, restore, remove } = draft
  const isWaiting = storedDraft?.state === 'waiting'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it arrives.
  useEffect(() => {
    if (isWaiting) restore()
  }, [isWaiting])
  useUnsavedForm(isDirty, { discard: remove, isDraftSaved: true })
  return {
    ...comment,
    buildHeaders: () => key.headersOf(JSON.stringify([text, mentions])),
    clear: (): void => {
      key.renew()
      setText('')
      setNamed([])
      remove()
    },
  }
}
