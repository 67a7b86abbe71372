import type { ResponseBody } from '#contract/core/endpoint.ts'
import { type InstructionSummary, type instructMaturities, undoInstructions } from '#contract/maturities.ts'
import type { maturityInstructions } from '#contract/products.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'

/** What was said of which accounts, and what it has changed. */
export type InstructionResult = ResponseBody<typeof instructMaturities> & {
  instruction: (typeof maturityInstructions)[number]
  productId: string | null
  allSigned: boolean
  accounts: InstructionSummary['accounts']
}

/** What was done last to instructions, in words, and how to undo it. */
export const useInstructionMessage = () => {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  const messages = useResultMessage()
  const undo = async ({ instruction, productId, allSigned, before }: InstructionResult): Promise<string> => {
    const { changed } = await callEndpoint(undoInstructions, { body: { instruction, productId, allSigned, before } })
    return t('done.undone', { count: changed, total: format.number(changed) })
  }

  const report = (change: InstructionResult): void => {
    const { instruction, changed, carriedOut, waiting, accounts, leftOut } = change
    const [only] = accounts.length === 1 ? accounts : []
    const count = carriedOut + waiting > 0 ? carriedOut : changed
    const messageParams = { instruction: t(`instructions.${instruction}`), count, total: format.number(count) }
    const parts = [
      carriedOut + waiting === 0 &&
        (only
          ? t(changed > 0 ? 'done.one' : 'done.same', {
              ...messageParams,
              client: only.clientName,
              account: only.accountNumber,
            })
          : t('done.many', messageParams)),
      carriedOut > 0 && t('done.carriedOut', messageParams),
      waiting > 0 && t('done.waiting', { count: waiting, total: format.number(waiting) }),
      leftOut.length > 0 && t('instruct.own', { count: leftOut.length, accounts: leftOut.join(', ') }),
    ]
    messages.show({
      text: parts.filter(Boolean).join(' '),
      undo: change.before.length > 0 ? () => undo(change) : undefined,
    })
  }
  return { ...messages, report }
}
export type InstructionMessages = ReturnType<typeof useInstructionMessage>
