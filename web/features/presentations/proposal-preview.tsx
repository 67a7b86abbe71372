import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { projectProposal } from '#contract/presentations.ts'
import type { ProjectedVariant, StudyVariant } from '#contract/product-studies.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { FormPreview } from '#web/ui/form-with-preview.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { useDebounced } from '#web/ui/use-debounced.ts'
import classes from './presentations.module.css'

const ProposedResult = ({ projected }: { projected: ProjectedVariant }) => {
  const { t } = useTranslation('presentations')
  const format = useFormatters()
  const { product, projection } = projected
  return (
    <div className={classes.result}>
      <h3>{product.name}</h3>
      {projection ? (
        <FactGrid
          facts={[
            [t('editor.rate'), format.rate(projection.rate)],
            [t('editor.effectiveRate'), format.rate(projection.effectiveRate)],
            [t('editor.totalEarned'), format.money(projection.totalEarned)],
            [t('editor.finalAmount'), format.money(projection.finalAmount)],
          ]}
        />
      ) : (
        <p className={textClasses.hint}>{t('editor.noRate')}</p>
      )}
    </div>
  )
}

/** The same product may be proposed twice. */
const listResults = (accounts: readonly ProjectedVariant[]) =>
  accounts.map((projected, at) => ({ key: `${at} ${projected.product.id}`, projected }))

type Props = { startsOn: string | null; accounts: readonly StudyVariant[] }

/** What the accounts that are typed would earn, by the rules of their products. */
export const ProposalPreview = ({ startsOn, accounts }: Props) => {
  const { t } = useTranslation('presentations')
  const typed = JSON.stringify({ startsOn, accounts })
  const settled = useDebounced(typed, 300)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...buildQueryOptions(projectProposal, {
      body: JSON.parse(settled) as { startsOn: string | null; accounts: StudyVariant[] },
    }),
    enabled: accounts.length > 0 && settled === typed,
    placeholderData: keepPreviousData,
  })
  if (accounts.length === 0) return null
  return (
    <FormPreview busy={settled !== typed || isPlaceholderData} ariaLive="polite">
      <Section title={t('editor.preview')}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          listResults(data?.accounts ?? []).map(({ key, projected }) => (
            <ProposedResult key={key} projected={projected} />
          ))
        )}
      </Section>
    </FormPreview>
  )
}
