import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { ProposalResult } from '#contract/approvals.ts'
import { type MergeGroup, mergeGroupFields, mergeGroups } from '#contract/client-merge/merged-values.ts'
import { type MergeRecord, mergeClients, previewClientMerge } from '#contract/client-merge.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './client-merge.module.css'
import { MergedFields, MergedStates, MovedRecords } from './merge-tables.tsx'

type Preview = ResponseBody<typeof previewClientMerge>

const isEmpty = (record: MergeRecord, group: MergeGroup): boolean => {
  const fields: readonly (keyof MergeRecord)[] = mergeGroupFields[group]
  return fields.every((field) => field === 'country' || !record[field])
}

/** What the record that remains lacks is taken from the other one. */
const chooseDefaults = ({ survivor, absorbed }: Preview): MergeGroup[] =>
  mergeGroups.filter((group) => isEmpty(survivor, group) && !isEmpty(absorbed, group))

const joinName = ({ name, surname, cvl }: MergeRecord): string => [name, surname, `(${cvl})`].filter(Boolean).join(' ')

type FormProps = Preview & { taken: readonly MergeGroup[]; onDone: (result: ProposalResult) => void }

const MergeForm = ({ survivor, absorbed, movesScope, taken, onDone }: FormProps) => {
  const { t } = useTranslation(['client-merge', 'form', 'list'])
  const go = useNavigate()
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => {
      const body = {
        otherId: absorbed.id,
        survivorVersion: survivor.version,
        absorbedVersion: absorbed.version,
        taken: [...taken],
        reason,
      }
      const result = await callEndpoint(
        mergeClients,
        { params: { clientId: survivor.id }, body },
        { refreshOnRefusal: true },
      )
      onDone(result)
    },
  })
  const { register, formState } = sending.form
  return (
    <Section title={t('submit')} description={t(movesScope ? 'movesScope' : 'sameScope')}>
      <Form
        formState={sending}
        label={t('submit')}
        actions={
          <SubmitCancelButtons
            busy={sending.busy}
            submit={t('submit')}
            onCancel={() => void go(`/clientes/${survivor.id}`)}
          />
        }
      >
        <ReasonField
          label={t('reason')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Section>
  )
}

const MergePreview = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation('client-merge')
  const go = useNavigate()
  const { survivor, absorbed, sharedAccounts, obstacles } = preview
  const [taken, setTaken] = useState<readonly MergeGroup[]>(() => chooseDefaults(preview))
  const [result, setResult] = useState<ProposalResult | null>(null)
  const take = (group: MergeGroup, isTaken: boolean): void =>
    setTaken(isTaken ? [...taken, group] : taken.filter((one) => one !== group))
  const page = `/clientes/${survivor.id}`
  if (result)
    return (
      <Page>
        <PageHead title={t('title')} context={<Link to={page}>{survivor.cvl}</Link>} />
        <Section title={t(result.state === 'done' ? 'done' : 'proposed')}>
          <div className={classes.links}>
            {result.approvalId && <ApprovalLink approvalId={result.approvalId}>{t('openApproval')}</ApprovalLink>}
            <Link to={page}>{t('back')}</Link>
          </div>
        </Section>
      </Page>
    )
  return (
    <Page>
      <PageHead title={t('title')} context={<Link to={page}>{survivor.cvl}</Link>}>
        <p className={classes.note}>{t('lead', { survivor: joinName(survivor), absorbed: joinName(absorbed) })}</p>
        <div>
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => void go(`/clientes/${absorbed.id}/fusionar/${survivor.id}`, { replace: true })}
          >
            {t('swap')}
          </Button>
        </div>
      </PageHead>
      {obstacles.length > 0 && (
        <div role="alert" className={classes.obstacles}>
          <strong>{t('cannot')}</strong>
          <ul>
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{t(`obstacles.${obstacle}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <MergedFields survivor={survivor} absorbed={absorbed} taken={taken} onTake={take} />
      <MergedStates survivor={survivor} absorbed={absorbed} taken={taken} />
      <MovedRecords survivor={survivor} absorbed={absorbed} sharedAccounts={sharedAccounts} />
      {obstacles.length === 0 && <MergeForm {...preview} taken={taken} onDone={setResult} />}
    </Page>
  )
}

/** Two records of one client side by side, and what becomes of them. */
export default function MergeScreen() {
  const { t } = useTranslation('shell')
  const { clientId = '', otherId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(previewClientMerge, { params: { clientId, otherId } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (data) return <MergePreview key={`${clientId} ${otherId}`} preview={data} />
  return <MissingRecord title={t('screens.mergeClients')} error={error} refetch={refetch} tiles={0} />
}
