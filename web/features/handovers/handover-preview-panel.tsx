import type { HandoverPreview } from '#contract/handovers.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount, renderAmount } from '#web/domain/amount.tsx'
import { FormPreview } from '#web/ui/form-with-preview.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import type { HandoverPreviewQuery } from './handover-preview-input.ts'
import classes from './handovers.module.css'

type HandoverGiver = HandoverPreview['givers'][number] & { id: string }

/** What would move, giver by giver; beside it what stays theirs. */
const MovingClients = ({ preview }: { preview: HandoverPreview }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const { clients, contacts, accounts, capital, alreadyThere, heldByOther } = preview
  const columns: readonly RowColumn<HandoverGiver, HandoverPreview>[] = [
    {
      key: 'name',
      label: t('fields.from'),
      phone: 1,
      cell: (name, { cvl }) => (name ? `${name} · ${cvl}` : t('nobody')),
    },
    { key: 'clients', label: t('fields.clients'), align: 'end', phone: 2, cell: format.number },
    { key: 'accounts', label: t('preview.accounts'), align: 'end', cell: format.number },
    { key: 'capital', label: t('fields.capital'), align: 'end', phone: 3, cell: (sum) => renderAmount(format, sum) },
    ...(preview.givers.some(({ credited }) => credited !== null)
      ? ([
          {
            key: 'credited',
            label: t('preview.credited'),
            align: 'end',
            cell: (sum: string | null) => renderAmount(format, sum),
          },
        ] as const)
      : []),
  ]
  const stays = [
    ...(columns.length > 4 ? [t('preview.creditedStays')] : []),
    ...(alreadyThere > 0
      ? [t('preview.alreadyThere', { count: alreadyThere, total: format.number(alreadyThere) })]
      : []),
    ...(heldByOther > 0 ? [t('preview.heldByOther', { count: heldByOther, total: format.number(heldByOther) })] : []),
  ]
  return (
    <>
      <dl className={classes.tiles}>
        <div>
          <dt>{t('fields.clients')}</dt>
          <dd>{format.number(clients)}</dd>
        </div>
        <div>
          <dt>{t('preview.accounts')}</dt>
          <dd>{format.number(accounts)}</dd>
        </div>
        <div>
          <dt>{t('fields.capital')}</dt>
          <dd>
            <Amount value={capital} />
          </dd>
        </div>
      </dl>
      {clients > 0 && (
        <DataTable
          label={t('preview.moves')}
          columns={columns}
          rows={preview.givers.map((giver) => ({ ...giver, id: giver.cvl ?? '' }))}
          dense
        />
      )}
      {clients === 0 && <p className={classes.plain}>{t('preview.nothing')}</p>}
      {clients > 0 && contacts > 0 && (
        <p className={classes.plain}>{t('preview.contacts', { count: contacts, total: format.number(contacts) })}</p>
      )}
      {clients > 0 && preview.needsRelease && <p className={classes.plain}>{t('preview.needsRelease')}</p>}
      {stays.length > 0 && (
        <div>
          <h3 className={classes.small}>{t('preview.stays')}</h3>
          <ul className={classes.plainList}>
            {stays.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const HandoverPeople = ({ title, people }: { title: string; people: HandoverPreview['gaining'] }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  return (
    <div>
      <h3 className={classes.small}>{title}</h3>
      <ul className={classes.plainList}>
        {people.length === 0 && <li className={textClasses.muted}>{t('nobody')}</li>}
        {people.map(({ cvl, name, clients }) => (
          <li key={cvl} className={classes.person}>
            <span>
              {name} <span className={textClasses.muted}>{cvl}</span>
            </span>
            <span className={classes.figure}>{t('make.has', { count: clients, total: format.number(clients) })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a handover would mean, as the form stands. */
export const HandoverPreviewPanel = ({
  preview: { data, error, isPlaceholderData, isLoading },
  hasInput,
}: {
  preview: HandoverPreviewQuery
  hasInput: boolean
}) => {
  const { t } = useTranslation('handovers')
  const shown = hasInput && !error ? data : undefined
  return (
    <FormPreview busy={isPlaceholderData || isLoading}>
      <Section title={t('preview.moves')}>
        <FailureMessage of={hasInput ? error : null} />
        {shown ? (
          <MovingClients preview={shown} />
        ) : (
          !(error && hasInput) && (
            <p className={textClasses.muted}>{t(hasInput ? 'preview.counting' : 'preview.missing')}</p>
          )
        )}
      </Section>
      {shown && shown.clients > 0 && (
        <Section title={t('preview.sight')} description={t('preview.sightLead')}>
          <div className={classes.two}>
            <HandoverPeople title={t('preview.gaining')} people={shown.gaining} />
            <HandoverPeople title={t('preview.losing')} people={shown.losing} />
          </div>
        </Section>
      )}
    </FormPreview>
  )
}
