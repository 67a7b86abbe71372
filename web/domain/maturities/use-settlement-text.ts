import type { ClientAccount } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'

type Settlement = Pick<NonNullable<ClientAccount['maturity']>, 'instruction' | 'settlesOn' | 'closure'> & {
  expiresOn: string
}

/** Says why a maturity is settled on another day than that on which its term ends; undefined where it is the same day. */
export const useSettlementText = () => {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  return ({ instruction, settlesOn, closure, expiresOn }: Settlement): string | undefined => {
    if (closure === null) return undefined
    const kind = instruction === 'renew_principal' || instruction === 'renew_all' ? 'renew' : instruction
    const day = `${format.weekday(settlesOn)} ${format.date(settlesOn)}`
    return t(`settlement.${kind}.${closure}`, { restDay: format.weekday(expiresOn), day })
  }
}
