import { Button, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { attributionRoles } from '#contract/attribution/shares.ts'
import { type AttributionRule, type AttributionSettings, removeAttributionRule } from '#contract/attribution.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { AttributionForm } from './attribution-form.tsx'
import classes from './settings.module.css'

type Props = Pick<AttributionSettings, 'rules' | 'products'> & { mayEdit: boolean }
type RuleColumn = RowColumn<AttributionRule, never>

/** What a rule is of, in words. */
const useRuleNames = () => {
  const { t } = useTranslation(['attribution', 'client'])
  return {
    product: ({ productName }: AttributionRule): string => productName ?? t('anyProduct'),
    channel: ({ channel }: AttributionRule): string =>
      channel === null ? t('anyChannel') : t(`client:channelName.${channel}`),
  }
}

/** A phone has the shares in one line, since its cards hold three columns. */
const useRuleColumns = (withRemove: (shown: ReactNode, row: AttributionRule) => ReactNode): readonly RuleColumn[] => {
  const { t } = useTranslation('attribution')
  const format = useFormatters()
  const names = useRuleNames()
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const stack = (shown: string, under: string): ReactNode => (
    <span className={classes.stacked}>
      {shown}
      <span className={classes.under}>{under}</span>
    </span>
  )
  const listShares = (row: AttributionRule): string =>
    attributionRoles
      .filter((role) => Number(row[role]) > 0)
      .map((role) => `${t(`shares.${role}`)} ${format.rate(row[role])}`)
      .join(' · ')
  if (phone)
    return [
      {
        key: 'productName',
        label: t('rules.product'),
        phone: 1,
        cell: (_, row) => withRemove(stack(names.product(row), names.channel(row)), row),
      },
      {
        key: 'validFrom',
        label: t('rules.validFrom'),
        phone: 2,
        cell: (day, row) => stack(format.date(day), t(`rules.states.${row.state}`)),
      },
      { key: 'manager', label: t('rules.shares'), phone: 3, cell: (_, row) => listShares(row) },
    ]
  return [
    { key: 'productName', label: t('rules.product'), cell: (_, row) => names.product(row) },
    { key: 'channel', label: t('rules.channel'), cell: (_, row) => names.channel(row) },
    { key: 'validFrom', label: t('rules.validFrom'), cell: format.date },
    ...attributionRoles.map(
      (role): RuleColumn => ({
        key: role,
        label: t(`shares.${role}`),
        align: 'end',
        cell: (_, row) => format.rate(row[role], { zero: 'dash' }),
      }),
    ),
    {
      key: 'state',
      label: t('rules.state'),
      cell: (state, row) =>
        withRemove(
          row.setBy
            ? stack(t(`rules.states.${state}`), t('rules.setBy', { name: row.setBy }))
            : t(`rules.states.${state}`),
          row,
        ),
    },
  ]
}

/** The dated rules: those that hold and those to come; the past ones on asking. */
export const AttributionRules = ({ rules, products, mayEdit }: Props) => {
  const { t } = useTranslation(['attribution', 'limits'])
  const format = useFormatters()
  const names = useRuleNames()
  const [past, setPast] = useState(false)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<AttributionRule | null>(null)
  const describe = (row: AttributionRule) => ({
    product: names.product(row),
    channel: names.channel(row).toLowerCase(),
    date: format.date(row.validFrom),
  })
  const columns = useRuleColumns((shown, row) => (
    <span className={classes.rowEnd}>
      {shown}
      {mayEdit && row.state !== 'past' && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('rules.removeNamed', describe(row))}
          onClick={() => setRemoving(row)}
        >
          {t('rules.remove')}
        </Button>
      )}
    </span>
  ))
  const shown = rules.filter(({ state }) => past || state !== 'past')
  return (
    <Section
      id="attribution-rules"
      title={t('rules.title')}
      description={t('rules.lead')}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('rules.add')}
          </Button>
        )
      }
    >
      {rules.some(({ state }) => state === 'past') && (
        <Checkbox
          label={t('rules.history')}
          checked={past}
          onChange={({ currentTarget }) => setPast(currentTarget.checked)}
        />
      )}
      {shown.length > 0 ? (
        <DataTable label={t('rules.title')} columns={columns} rows={shown} dense />
      ) : (
        <p className={classes.fact}>{t(rules.length === 0 ? 'rules.none' : 'rules.noneInForce')}</p>
      )}
      {adding && <AttributionForm products={products} onClose={() => setAdding(false)} />}
      {removing && (
        <ReasonDialog
          title={t('rules.removeTitle')}
          text={t('rules.removeText', describe(removing))}
          action={t('limits:propose')}
          label={t('limits:reason')}
          hint={t('limits:reasonHint')}
          onSend={(reason) =>
            callEndpoint(removeAttributionRule, { params: { ruleId: removing.id }, body: { reason: reason.trim() } })
          }
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  )
}
