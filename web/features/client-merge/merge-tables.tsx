import { Radio } from '@mantine/core'
import { isSameAddress, type MergeGroup, mergeGroups, mergeStates } from '#contract/client-merge/merged-values.ts'
import type { MergeRecord } from '#contract/client-merge.ts'
import { blockKinds } from '#contract/clients.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './client-merge.module.css'
import { recordStates, useRecordTexts } from './use-record-texts.ts'

type Pair = { survivor: MergeRecord; absorbed: MergeRecord }

/** The two records over the columns: which one remains, and which one is closed. */
const RecordHeadings = ({ survivor, absorbed, last }: Pair & { last?: string }) => {
  const { t } = useTranslation('client-merge')
  return (
    <thead>
      <tr>
        <th scope="col">{t('field')}</th>
        <th scope="col">
          {t('survives')} <span className={classes.cvl}>{survivor.cvl}</span>
        </th>
        <th scope="col">
          {t('absorbed')} <span className={classes.cvl}>{absorbed.cvl}</span>
        </th>
        {last && <th scope="col">{last}</th>}
      </tr>
    </thead>
  )
}

/** A company was founded, a person was born. */
const nameGroup = (group: MergeGroup, { kind }: MergeRecord) =>
  group === 'birthDate' && kind === 'company' ? ('foundedOn' as const) : (`groups.${group}` as const)

type FieldsProps = Pair & { taken: readonly MergeGroup[]; onTake: (group: MergeGroup, isTaken: boolean) => void }

/** Field by field, of which record it is kept. What is the same in both, or missing in both, is no choice. */
export const MergedFields = ({ survivor, absorbed, taken, onTake }: FieldsProps) => {
  const { t } = useTranslation('client-merge')
  const { describeGroup } = useRecordTexts()
  const renderChoice = (group: MergeGroup, record: MergeRecord, text: string) => (
    <Radio
      name={`merge-${group}`}
      aria-label={t('keep', { name: text || t('empty'), cvl: record.cvl })}
      label={text || <span className={classes.empty}>{t('empty')}</span>}
      checked={taken.includes(group) === (record === absorbed)}
      onChange={() => onTake(group, record === absorbed)}
    />
  )
  return (
    <Section title={t('fields')} description={t('fieldsLead')}>
      <table className={classes.table}>
        <RecordHeadings survivor={survivor} absorbed={absorbed} />
        <tbody>
          {mergeGroups.map((group) => {
            const own = describeGroup(survivor, group)
            const other = describeGroup(absorbed, group)
            return (
              <tr key={group}>
                <th scope="row">{t(nameGroup(group, survivor))}</th>
                {own === other ? (
                  <td colSpan={2}>
                    {own || <span className={classes.empty}>{t('empty')}</span>}
                    {own && <span className={classes.same}>{t('same')}</span>}
                  </td>
                ) : (
                  <>
                    <td>{renderChoice(group, survivor, own)}</td>
                    <td>{renderChoice(group, absorbed, other)}</td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

/** States that nobody chooses: of each record, and what becomes of them. */
export const MergedStates = ({ survivor, absorbed, taken }: Pair & { taken: readonly MergeGroup[] }) => {
  const { t } = useTranslation(['client-merge', 'client-blocks', 'client'])
  const { describeState } = useRecordTexts()
  const result = mergeStates(survivor, absorbed, taken, isSameAddress(survivor, absorbed))
  const describeBlocks = (blocks: readonly MergeRecord['blocks'][number][]): string =>
    blocks.map((kind) => t(`client-blocks:kinds.${kind}`)).join(', ') || t('none')
  const describeStaff = ({ staff }: MergeRecord): string =>
    staff.map(({ role, name }) => `${t(`client:staffRole.${role}`)}: ${name}`).join(' · ') || t('noStaff')
  const rows: (readonly [string, string, string, string])[] = [
    ...recordStates.map(
      (state) =>
        [
          t(`states.${state}`),
          describeState(survivor, state),
          describeState(absorbed, state),
          describeState(result, state),
        ] as const,
    ),
    [
      t('states.blocks'),
      describeBlocks(survivor.blocks),
      describeBlocks(absorbed.blocks),
      describeBlocks(blockKinds.filter((kind) => survivor.blocks.includes(kind) || absorbed.blocks.includes(kind))),
    ],
    [t('states.staff'), describeStaff(survivor), describeStaff(absorbed), describeStaff(survivor)],
    [t('states.zone'), survivor.zoneName, absorbed.zoneName, survivor.zoneName],
  ]
  return (
    <Section title={t('results')} description={t('resultsLead')}>
      <table className={classes.table}>
        <RecordHeadings survivor={survivor} absorbed={absorbed} last={t('results')} />
        <tbody>
          {rows.map(([label, own, other, merged]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{own || '–'}</td>
              <td>{other || '–'}</td>
              <td className={classes.result}>{merged || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const countNames = ['accounts', 'bankAccounts', 'payments', 'externalPositions', 'documents', 'comments'] as const

/** What the record that is closed has, and the other gets. */
export const MovedRecords = ({ survivor, absorbed, sharedAccounts }: Pair & { sharedAccounts: number }) => {
  const { t } = useTranslation('client-merge')
  return (
    <Section title={t('moves')} description={t('movesLead')}>
      <table className={classes.table}>
        <RecordHeadings survivor={survivor} absorbed={absorbed} />
        <tbody>
          {countNames.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`counts.${name}`)}</th>
              <td>{survivor.counts[name]}</td>
              <td>{absorbed.counts[name]}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('counts.balance')}</th>
            <td>
              <Amount value={survivor.balance} />
            </td>
            <td>
              <Amount value={absorbed.balance} />
            </td>
          </tr>
        </tbody>
      </table>
      {sharedAccounts > 0 && <p className={classes.note}>{t('sharedAccounts', { count: sharedAccounts })}</p>}
    </Section>
  )
}
