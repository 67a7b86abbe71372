import { Anchor, Button } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { type DuplicateDecision, duplicateDecisions, importFields } from '#contract/imports/fields.ts'
import {
  decideDuplicates,
  type ImportedRecord,
  importOutcomes,
  listImportedRecords,
} from '#contract/imports/records.ts'
import type { ImportDetail } from '#contract/imports.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { ChoiceCell } from '#web/ui/list/choice-cell.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './imports.module.css'
import { contactKinds, decidedKinds } from './record-kinds.ts'

type RecordList = typeof listImportedRecords
type Props = { found: ImportDetail }
type Decide = (decision: DuplicateDecision, lines?: readonly number[]) => void

const undecided = 'none'

const useRecordFilters = (): FilterChoices<RecordList> => {
  const { t } = useTranslation('imports')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('good.search') },
      outcome: {
        control: 'select',
        label: t('columns.result'),
        alwaysShown: true,
        options: importOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      },
    }),
    [t],
  )
}

const isAllowed = (decision: DuplicateDecision, { mayUpdate, mayCreate }: ImportedRecord): boolean =>
  decision === 'skip' || (decision === 'update' ? mayUpdate : mayCreate)

/** Codes with commas between them, in words. */
const useWordLists = ({ kind }: ImportDetail) => {
  const { t } = useTranslation('imports')
  const listFields = (codes: string): string =>
    codes
      .split(',')
      .map((code) => {
        const field = importFields[kind].find(({ key }) => key === code)
        return field ? t(`fields.${field.key}`) : code
      })
      .join(', ')
  const listCriteria = (codes: string): string =>
    (['identity', 'email', 'phone'] as const)
      .filter((criterion) => codes.split(',').includes(criterion))
      .map((criterion) => t(`criteria.${criterion}`))
      .join(', ')
  return { listFields, listCriteria }
}

/** Who is there, as far as the viewer may know, and what is said of their row. */
const DuplicateCell = ({ row, found, decide }: Props & { row: ImportedRecord; decide: Decide | null }) => {
  const { t } = useTranslation('imports')
  const { listFields, listCriteria } = useWordLists(found)
  const { line, decision, duplicateBy, isOutside, changes, kept } = row
  if (duplicateBy === '') return null
  const options = duplicateDecisions
    .filter((value) => isAllowed(value, row))
    .map((value) => ({ value, label: t(`decisions.${value}`) }))
  return (
    <div className={classes.duplicate}>
      <span className={classes.muted}>{listCriteria(duplicateBy)}</span>
      {isOutside && <span className={classes.muted}>{t('duplicates.outside')}</span>}
      {decide ? (
        <ChoiceCell
          label={t('duplicates.decide', { line })}
          value={decision ?? undecided}
          options={[...(decision ? [] : [{ value: undecided, label: t('duplicates.none') }]), ...options]}
          onPick={(picked) => {
            const chosen = duplicateDecisions.find((value) => value === picked)
            if (chosen) decide(chosen, [line])
          }}
        />
      ) : (
        <span>{decision ? t(`decisions.${decision}`) : t('duplicates.none')}</span>
      )}
      {changes !== '' && <span className={classes.wrap}>{listFields(changes)}</span>}
      {kept !== '' && (
        <span className={`${classes.muted} ${classes.wrap}`}>{t('duplicates.kept', { fields: listFields(kept) })}</span>
      )}
    </div>
  )
}

const useRecordColumns = (found: ImportDetail, decide: Decide | null) => {
  const { t } = useTranslation('imports')
  const { kind } = found
  return useListColumns(
    listImportedRecords,
    useMemo((): ScreenColumns<RecordList> => {
      const client: ScreenColumns<RecordList> = [
        {
          key: 'clientName',
          phone: 2,
          cell: (name, { clientId }) =>
            clientId && name ? (
              <Anchor component={Link} to={`/clientes/${clientId}`} translate="no">
                {name}
              </Anchor>
            ) : (
              '–'
            ),
        },
        { key: 'clientCvl', optional: true },
      ]
      const contact: ScreenColumns<RecordList> = contactKinds.includes(kind)
        ? [
            {
              key: 'contactName',
              phone: 2,
              cell: (name, { contactId }) =>
                contactId && name ? (
                  <Anchor component={Link} to={`/crm/AgendaComercial/contactos/${contactId}`} translate="no">
                    {name}
                  </Anchor>
                ) : (
                  '–'
                ),
            },
          ]
        : []
      const ofKind: ScreenColumns<RecordList> = decidedKinds.includes(kind)
        ? [{ key: 'decision', phone: 3, cell: (_, row) => <DuplicateCell row={row} found={found} decide={decide} /> }]
        : kind === 'relations'
          ? []
          : contactKinds.includes(kind)
            ? [{ key: 'day', phone: 3 }]
            : ['day', { key: 'amount', phone: 3 }]
      return [
        { key: 'subject', phone: 1, cell: (subject) => <span translate="no">{subject}</span> },
        'line',
        { key: 'outcome', cell: (outcome) => t(`outcomes.${outcome}`) },
        ...contact,
        ...client,
        ...ofKind,
      ]
    }, [t, kind, found, decide]),
  )
}

/** Rows of an import of records of their own; of those who may be there, the maker says here what becomes of each. */
export const ImportedRecords = ({ found }: Props) => {
  const { t } = useTranslation('imports')
  const { failure, run } = useAction()
  const { id, checkedAt, state, mine, kind } = found
  const allowedDecisions = duplicateDecisions.filter((decision) => decision !== 'update' || kind === 'clients')
  const isDecidable = decidedKinds.includes(kind) && state === 'checked' && mine && found.duplicates > 0
  const send: Decide = (decision, lines) => {
    if (!checkedAt) return
    const body = { checkedAt, decision, ...(lines && { lines: [...lines] }) }
    void run(() => callEndpoint(decideDuplicates, { params: { importId: id }, body }, { refreshOnRefusal: true }))
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  const decide = useMemo(
    (): Decide | null => (isDecidable ? (decision, lines) => latest.current(decision, lines) : null),
    [isDecidable],
  )
  return (
    <div className={layoutClasses.stack}>
      {decide && (
        <div className={layoutClasses.looseLine}>
          <p className={classes.muted}>{t('duplicates.lead')}</p>
          {allowedDecisions.map((decision) => (
            <Button key={decision} size="compact-sm" variant="default" onClick={() => decide(decision)}>
              {t('duplicates.all', { decision: t(`decisions.${decision}`) })}
            </Button>
          ))}
        </div>
      )}
      <FailureMessage of={failure} />
      <ListView
        list={listImportedRecords}
        params={{ importId: id }}
        label={t('good.title')}
        filters={useRecordFilters()}
        columns={useRecordColumns(found, decide)}
        empty={t('good.empty')}
        emptyHint={t('good.emptyHint')}
      />
    </div>
  )
}
