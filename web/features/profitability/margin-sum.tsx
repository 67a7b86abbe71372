import { Link } from 'react-router'
import type { listProfitability } from '#contract/profitability.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { handleJumpClick } from '#web/ui/jump-to-section.ts'
import type { ListTotals } from '#web/ui/list/list-types.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './profitability.module.css'

/** What a margin is made of, whether of many accounts or of one. */
type SumParts = {
  transferIncome: string | null
  interest: string
  costs: string
  margin: string | null
  marginShare: string | null
  averageBalance: string
}

/** `href`: the accounts, or the stretches, that it is the sum of. */
type Props = { parts: SumParts; averageLead: string; hrefs: (key: MarginPart) => string }
export type MarginPart = 'transferIncome' | 'interest' | 'costs' | 'margin' | 'averageBalance'

/** To accounts, or to a part of the page. */
const renderLink = (href: string, shown: string) =>
  href.startsWith('#') ? (
    <a href={href} onClick={handleJumpClick}>
      {shown}
    </a>
  ) : (
    <Link to={href}>{shown}</Link>
  )

/** The margin as the sum that it is: income less interest less costs. */
export const MarginSum = ({ parts, averageLead, hrefs }: Props) => {
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const { transferIncome, interest, costs, margin, marginShare, averageBalance } = parts
  const shareLead = marginShare === null ? t('sum.noShare') : t('sum.share', { share: format.rate(marginShare) })
  const cells = [
    { key: 'transferIncome', value: transferIncome, sign: '', lead: t('sum.transferIncomeLead') },
    { key: 'interest', value: interest, sign: '−', lead: t('sum.interestLead') },
    { key: 'costs', value: costs, sign: '−', lead: t('sum.costsLead') },
    { key: 'margin', value: margin, sign: '=', lead: margin === null ? t('noRate') : shareLead },
    { key: 'averageBalance', value: averageBalance, sign: '', lead: averageLead },
  ] as const
  return (
    <dl className={classes.sum} aria-label={t('sum.label')}>
      {cells.map(({ key, value, sign, lead }) => (
        <div key={key}>
          <dt>{t(`sum.${key}`)}</dt>
          <dd className={classes.value} data-negative={value?.startsWith('-') || undefined}>
            {sign && (
              <span className={classes.sign} aria-hidden>
                {sign}
              </span>
            )}
            {value === null || value === '0.00' ? format.money(value) : renderLink(hrefs(key), format.money(value))}
          </dd>
          <dd className={textClasses.quiet}>{lead}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where transfer rates are set, for whoever may. */
export const TransferRatesLink = () => {
  const { t } = useTranslation('profitability')
  const mayEdit = usePermission('bt_Ajustes', 'view')
  return mayEdit ? <Link to="/crm/Ajustes?part=profitability">{t('unrated.settings')}</Link> : null
}

type UnratedTotals = Pick<
  ListTotals<typeof listProfitability>,
  'unratedAccounts' | 'unratedBalance' | 'unratedInterest' | 'unratedCosts'
>
type UnratedProps = { totals: UnratedTotals; accountsHref: string }

/** How many accounts have no margin for want of a transfer rate, and what they have: they are in no sum. */
export const UnratedNotice = ({ totals, accountsHref }: UnratedProps) => {
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const { unratedAccounts, unratedBalance, unratedInterest, unratedCosts } = totals
  if (unratedAccounts === 0) return <p className={classes.rule}>{t('unrated.none')}</p>
  const text = t('unrated.text', {
    count: unratedAccounts,
    total: format.number(unratedAccounts),
    balance: format.money(unratedBalance),
    interest: format.money(unratedInterest),
    costs: format.money(unratedCosts),
  })
  return (
    <Notice>
      {text}{' '}
      <span className={classes.links}>
        <Link to={accountsHref}>{t('unrated.show')}</Link>
        <TransferRatesLink />
      </span>
    </Notice>
  )
}
