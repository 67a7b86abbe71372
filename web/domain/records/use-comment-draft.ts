import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getRecordPanels, listComments } from '#contract/records.ts'
import { useUnsavedForm } from '#web/core/unsaved-forms.ts'
import type { Mention } from './mentions.ts'
import type { RecordKey } from './record-key.ts'

/** Reads the comments of a record anew, and their count. */
export const useRefreshComments = () => {
  const client = useQueryClient()
  return async (params: RecordKey): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: [listComments.path, { params }] }),
      client.invalidateQueries({ queryKey: [getRecordPanels.path, { params }] }),
    ])
  }
}

/** What is written here and not yet sent, with whom it names. */
export const useCommentDraft = (first: string, known: readonly Mention[]) => {
  const [text, setText] = useState(first)
  const [named, setNamed] = useState(known)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  useUnsavedForm(text.trim() !== first.trim())
  /** Whom the text still names. */
  const mentions = [...new Set(named.filter(({ name }) => text.includes(`@${name}`)).map(({ userId }) => userId))]
  const send = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy || text.trim() === '') return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const mention = (person: Mention): void => setNamed([...named, person])
  return { text, setText, mention, mentions, failure, isBusy, send }
}
