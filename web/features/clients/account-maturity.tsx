import { Button } from '@mantine/core'
import type { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useSettlementText } from '#web/domain/maturities/use-settlement-text.ts'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'

type Props = { account: ResponseBody<typeof getAccount>; onChangeInstruction: (() => void) | undefined }

/** What becomes of the money when the term is over, when, and the way to change it. Nothing without a term. */
export const AccountMaturity = ({ account: { maturity, expiresOn }, onChangeInstruction }: Props) => {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  const findText = useSettlementText()
  const mayInstruct = usePermission('bt_Vencimientos', 'edit')
  if (maturity === null || expiresOn === null) return null
  const why = findText({ ...maturity, expiresOn })
  const isLate = mayInstruct && !onChangeInstruction
  return (
    <Section
      title={t('card.title')}
      state={
        onChangeInstruction && (
          <Button variant="default" size="xs" onClick={onChangeInstruction}>
            {t('card.change')}
          </Button>
        )
      }
    >
      <FactGrid
        facts={[
          [
            t('fields.instruction'),
            [t(`instructions.${maturity.instruction}`), maturity.productName].filter(Boolean).join(': '),
          ],
          [t('fields.expiresOn'), format.date(expiresOn)],
          [t('card.settlesOn'), format.date(maturity.settlesOn)],
          [t('fields.balance'), format.money(maturity.amount)],
        ]}
      />
      {why && <Notice>{why}</Notice>}
      {maturity.suspended && <Notice>{t('card.suspended')}</Notice>}
      {isLate && <p>{t('card.tooLate')}</p>}
    </Section>
  )
}
