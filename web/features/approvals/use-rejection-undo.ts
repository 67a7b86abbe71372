import { undoRejections } from '#contract/approvals.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** Takes rejections back and gives what to say then. Throws the first refusal, where there is one: the others are undone all the same. */
export const useRejectionUndo = (): ((approvalIds: readonly string[]) => Promise<string>) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  return async (approvalIds) => {
    const body = { approvalIds: [...approvalIds] }
    const { results } = await callEndpoint(undoRejections, { body }, { refreshOnRefusal: true })
    const refused = results.find(({ code }) => code !== null)
    if (refused?.code) throw new CallError(409, { code: refused.code })
    return t('pane.restoredSeveral', { count: results.length, total: format.number(results.length) })
  }
}
