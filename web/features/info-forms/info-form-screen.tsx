import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type ClientInfoForm, getInfoForm, saveInfoForm } from '#contract/info-forms.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import {
  emptyInfoFormValues,
  type InfoFormValues,
  toInfoFormContent,
  toInfoFormValues,
} from '#web/domain/info-forms/form-values.ts'
import classes from '#web/domain/info-forms/info-forms.module.css'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import { ContestedValues } from './contested-values.tsx'
import { InfoFormFields } from './info-form-fields.tsx'

const InfoFormEditor = ({ form: record }: { form: ClientInfoForm }) => {
  const { t } = useTranslation(['info-forms', 'common'])
  const go = useNavigate()
  const format = useFormatters()
  const completes = useRef(false)
  const { clientId, clientName, kind, version, versions } = record
  const [newest] = versions
  const page = `/clientes/${clientId}#info-form`
  const sending = useSubmitForm<InfoFormValues>({
    defaults: newest ? toInfoFormValues(newest.content, format) : emptyInfoFormValues,
    version,
    submit: async (values, base) => {
      const body = { version: base, content: toInfoFormContent(values, kind), completes: completes.current }
      await callEndpoint(saveInfoForm, { params: { clientId }, body }, { refreshOnRefusal: true })
    },
  })
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.submitCount > 0) void go(page, { replace: true })
  }, [sending.submitCount, go, page])
  const title = t('edit.title', { name: clientName })
  const isAnswered = newest?.state === 'answered'
  const saveAs = (isComplete: boolean) => () => {
    completes.current = isComplete
  }
  return (
    <Page>
      <PageHead title={title} context={<Link to={page}>{clientName}</Link>}>
        {newest?.state === 'answered' || newest?.state === 'sent' ? (
          <Notice>{t(isAnswered ? 'edit.answered' : 'edit.completesLink')}</Notice>
        ) : (
          <p className={classes.muted}>{t('edit.completeHint')}</p>
        )}
      </PageHead>
      <Form
        formState={sending}
        label={title}
        draft={`info-forms/${clientId}`}
        actions={
          <>
            <SubmitButton busy={sending.busy} onClick={saveAs(false)}>
              {t('edit.saveDraft')}
            </SubmitButton>
            {!isAnswered && (
              <SubmitButton variant="default" busy={sending.busy} onClick={saveAs(true)}>
                {t('edit.complete')}
              </SubmitButton>
            )}
            <Button variant="subtle" onClick={() => void go(page)}>
              {t('common:cancel')}
            </Button>
          </>
        }
      >
        <InfoFormFields form={sending.form} kind={kind} completes={completes} />
        <ContestedValues formState={sending} kind={kind} />
      </Form>
    </Page>
  )
}

/** The information form of one client, to be filled in. */
export default function InfoFormScreen() {
  const { t } = useTranslation(['info-forms', 'shell', 'list'])
  const { clientId = '' } = useParams()
  // As it is now: a form that begins with an old record would only meet its conflict.
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getInfoForm, { params: { clientId } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (data) return <InfoFormEditor key={data.clientId} form={data} />
  return (
    <MissingRecord
      title={t('shell:screens.infoForm')}
      failed={t('edit.loadFailed')}
      error={error}
      refetch={refetch}
      tiles={0}
    />
  )
}
