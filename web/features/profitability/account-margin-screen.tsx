import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { type AccountMargin, getAccountMargin } from '#contract/profitability.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import {
  type FigureChoice,
  hasDays,
  readFigureChoice,
  toFigureQuery,
  useFigureChoice,
} from '#web/domain/figures/figure-choice.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import { CostTable, MarginStretchTable } from './account-margin-tables.tsx'
import { MarginChoiceBar } from './margin-choice-bar.tsx'
import { MarginSum, TransferRatesLink } from './margin-sum.tsx'
import classes from './profitability.module.css'

const marginQuery = (accountId: string, choice: FigureChoice) =>
  buildQueryOptions(getAccountMargin, { params: { accountId }, query: toFigureQuery(choice) })

/** Asks for the margin that the address names. */
export const prefetch = ({ pathname, searchParams }: URL): void => {
  const choice = readFigureChoice(searchParams)
  if (hasDays(choice)) void queryClient.prefetchQuery(marginQuery(pathname.split('/').at(-1)!, choice))
}

const stretchesId = 'stretches'
const costsId = 'costs'

const Explanation = ({ margin }: { margin: AccountMargin }) => {
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const { account, days, unratedDays } = margin
  const { dayCount: basis } = account
  return (
    <>
      <MarginSum
        parts={margin}
        averageLead={t('account.averageLead', { count: days, total: format.number(days) })}
        hrefs={(part) => `#${part === 'costs' ? costsId : stretchesId}`}
      />
      {unratedDays > 0 && (
        <Notice>
          {t('account.unrated', { count: unratedDays, total: format.number(unratedDays) })} <TransferRatesLink />
        </Notice>
      )}
      <Section title={t('account.formula')} description={t('rule')}>
        <p className={classes.rule}>
          {/[1-9]/.test(account.clientRate)
            ? t('account.rates', { rate: format.rate(account.rate), bonus: format.rate(account.bonusRate), basis })
            : t('account.noRates', { basis })}
        </p>
        <p className={classes.rule}>{t('account.rounding')}</p>
      </Section>
      <Section id={stretchesId} title={t('account.stretches')} description={t('account.stretchesLead')}>
        <MarginStretchTable margin={margin} />
      </Section>
      <Section id={costsId} title={t('account.costs')}>
        <CostTable margin={margin} />
      </Section>
    </>
  )
}

/** The margin of one account: every stretch and every cost that it is made of. */
export default function AccountMarginScreen() {
  const { t } = useTranslation(['profitability', 'list'])
  const format = useFormatters()
  const { accountId = '' } = useParams()
  const { choice, choose } = useFigureChoice()
  const isComplete = hasDays(choice)
  const { data, error, refetch } = useQuery({
    ...marginQuery(accountId, choice),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  if (!data && !error && isComplete) return <RecordSkeleton label={t('list:loading')} tiles={5} />
  const account = data?.account
  const context =
    data &&
    t('account.context', {
      client: data.account.clientName,
      product: data.account.productName,
      from: format.date(data.from),
      to: format.date(data.through),
    })
  return (
    <div className={layoutClasses.stack}>
      <PageHead
        title={account ? t('account.titleOf', { number: account.number }) : t('account.title')}
        context={context ?? '\u00a0'}
        hasLongContext
        action={
          account?.clientId && (
            <Button component={Link} to={`/clientes/${account.clientId}/cuentas/${account.id}`} variant="default">
              {t('account.open')}
            </Button>
          )
        }
      >
        <MarginChoiceBar choice={choice} onChoose={choose} hasPerson={false} />
      </PageHead>
      {!isComplete && <EmptyState title={t('noDates')} hint={t('noDatesHint')} />}
      {isComplete && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isComplete && data && !error && <Explanation margin={data} />}
    </div>
  )
}
