import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { getKycKindFacts, type KycIdentityKind, listKycIdentityKinds } from '#contract/client-kyc/document-kinds.ts'
import {
  addAddressProof,
  addIdentityDocument,
  addressProofKinds,
  type ClientKyc,
  compareMachineZone,
  type KycSubject,
  type ZoneComparison,
} from '#contract/client-kyc.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useCountryOptions } from '#web/core/country-options.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { requiredRule, useFormFields } from '#web/ui/form/use-form-fields.tsx'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './client-kyc.module.css'
import { ZoneTable } from './comparison.tsx'
import { SidePicker } from './side-picker.tsx'
import { useSideUpload } from './use-side-upload.ts'

type Props = {
  clientId: string
  record: ClientKyc['record']
  onDone: (message: string) => void
  onClose: () => void
}
type IdentityValues = {
  identityKind: KycIdentityKind
  issuingCountry: string
  identityNumber: string
  validUntil: string
  permanent: boolean
  machineZone: string
}

/** The lines that machines read: typed or scanned, they fill the form and are held against the record. */
const useZoneReader = (clientId: string) => {
  const [zone, setZone] = useState<ZoneComparison | null>(null)
  const { busy, failure, run } = useAction()
  const read = (text: string, onRead: (found: Awaited<ReturnType<typeof callZone>>) => void) =>
    void run(async () => {
      setZone(null)
      const found = await callZone(clientId, text)
      setZone(found)
      onRead(found)
    })
  return { zone, busy, failure, read }
}
const callZone = (clientId: string, text: string) =>
  callEndpoint(compareMachineZone, { params: { clientId }, body: { text } })

/** A document of identity, with as many sides as its kind has. */
const IdentityUploadDialog = ({ clientId, record, onDone, onClose }: Props) => {
  const { t } = useTranslation(['client-kyc', 'client-data', 'form', 'list'])
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const optional = useOptionalLabel()
  const countries = useCountryOptions()
  const front = useSideUpload(clientId)
  const back = useSideUpload(clientId)
  const reader = useZoneReader(clientId)
  const [isSideMissing, setSideMissing] = useState(false)
  const kinds = listKycIdentityKinds(record.country, record.kind)
  const known = kinds.find((kind) => kind === record.identityKind)
  const sending = useSubmitForm<IdentityValues>({
    defaults: {
      identityKind: known ?? kinds[0]!,
      issuingCountry: record.nationality ?? record.country,
      identityNumber: known ? (record.identityNumber ?? '') : '',
      validUntil: '',
      permanent: false,
      machineZone: '',
    },
    submit: async (values) => {
      const facts = getKycKindFacts(values.identityKind)
      const isMissing = front.fileId === null || (facts.hasBack && back.fileId === null)
      setSideMissing(isMissing)
      if (isMissing) throw new CallError(422, { code: facts.hasBack ? 'kyc.bothSides' : 'kyc.noFile' })
      const permanent = facts.mayBePermanent && values.permanent
      await callEndpoint(addIdentityDocument, {
        params: { clientId },
        body: {
          identityKind: values.identityKind,
          issuingCountry: facts.country ?? values.issuingCountry,
          identityNumber: values.identityNumber,
          permanent,
          validUntil: permanent ? null : (dayOf(values.validUntil) ?? null),
          machineZone: values.machineZone,
          frontFileId: front.fileId,
          backFileId: facts.hasBack ? back.fileId : null,
        },
      })
      onDone(t('uploaded'))
      onClose()
    },
  })
  const { form } = sending
  const { text, day, choice, search, register } = useFormFields({
    form,
    getLabel: (name) => t(`fields.${name}`),
  })
  const kind = form.watch('identityKind')
  const facts = getKycKindFacts(kind)
  const checkNumber = (typed: unknown) => parseIdentityNumber(String(typed), kind) !== undefined || 'identityNumber'
  const needsDay = record.kind === 'person'
  return (
    <Dialog title={t('upload.identity')} description={record.fullName} size="xl" onClose={onClose}>
      <Form
        formState={sending}
        label={t('upload.identity')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('send')} onCancel={onClose} />}
      >
        {choice(
          'identityKind',
          kinds.map((value) => ({ value, label: t(`client-data:documents.${value}`) })),
          requiredRule,
          { 'data-autofocus': true },
        )}
        {facts.country === null && search('issuingCountry', countries, requiredRule)}
        <div className={classes.sides}>
          <SidePicker
            label={t(facts.hasBack ? 'sides.front' : 'sides.single')}
            upload={front}
            isMissing={isSideMissing && front.fileId === null}
          />
          {facts.hasBack && (
            <SidePicker label={t('sides.back')} upload={back} isMissing={isSideMissing && back.fileId === null} />
          )}
        </div>
        {needsDay && (
          <>
            <Textarea
              label={optional(t('fields.machineZone'))}
              description={t('zone.hint')}
              classNames={{ input: classes.zone }}
              rows={3}
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              {...register('machineZone')}
            />
            <div>
              <Button
                variant="default"
                size="xs"
                loading={reader.busy}
                onClick={() =>
                  reader.read(form.getValues('machineZone'), (found) => {
                    const change = { shouldDirty: true, shouldValidate: true }
                    if (found.identityNumber) form.setValue('identityNumber', found.identityNumber, change)
                    if (found.validUntil) form.setValue('validUntil', format.date(found.validUntil), change)
                    if (found.permanent && facts.mayBePermanent) form.setValue('permanent', true, change)
                  })
                }
              >
                {t('zone.read')}
              </Button>
            </div>
            <FailureMessage of={reader.failure} />
            {reader.zone && <ZoneTable zone={reader.zone} />}
          </>
        )}
        {text(
          'identityNumber',
          40,
          { ...requiredRule, validate: checkNumber },
          { autoCapitalize: 'characters', spellCheck: false },
        )}
        {needsDay && facts.mayBePermanent && (
          <Controller
            control={form.control}
            name="permanent"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <Checkbox
                ref={ref}
                label={t('fields.permanent')}
                checked={value}
                onChange={(event) => onChange(event.currentTarget.checked)}
                onBlur={onBlur}
              />
            )}
          />
        )}
        {needsDay && !(facts.mayBePermanent && form.watch('permanent')) && day('validUntil', { isOptional: false })}
      </Form>
    </Dialog>
  )
}

type AddressValues = { proofKind: (typeof addressProofKinds)[number]; issuedOn: string }

/** A paper that shows where the client lives. */
const AddressUploadDialog = ({ clientId, record, onDone, onClose }: Props) => {
  const { t } = useTranslation(['client-kyc', 'form', 'list'])
  const dayOf = useParseTypedDate()
  const file = useSideUpload(clientId)
  const [isMissing, setMissing] = useState(false)
  const sending = useSubmitForm<AddressValues>({
    defaults: { proofKind: 'utility_bill', issuedOn: '' },
    submit: async ({ proofKind, issuedOn }) => {
      setMissing(file.fileId === null)
      const day = dayOf(issuedOn)
      if (!day) throw new CallError(422, { code: 'request.invalid', fields: { issuedOn: 'required' } })
      if (file.fileId === null) throw new CallError(422, { code: 'kyc.noFile' })
      await callEndpoint(addAddressProof, {
        params: { clientId },
        body: { proofKind, issuedOn: day, frontFileId: file.fileId },
      })
      onDone(t('uploaded'))
      onClose()
    },
  })
  const { form } = sending
  const { day, choice } = useFormFields({ form, getLabel: (name) => t(`fields.${name}`) })
  return (
    <Dialog title={t('upload.address')} description={record.address} size="lg" onClose={onClose}>
      <Form
        formState={sending}
        label={t('upload.address')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('send')} onCancel={onClose} />}
      >
        {choice(
          'proofKind',
          addressProofKinds.map((value) => ({ value, label: t(`proofKinds.${value}`) })),
          requiredRule,
          { 'data-autofocus': true },
        )}
        {day('issuedOn', { isOptional: false, description: t('issuedOnHint') })}
        <SidePicker label={t('sides.single')} upload={file} isMissing={isMissing && file.fileId === null} />
      </Form>
    </Dialog>
  )
}

/** Uploads a new version of a document of identity or a proof of address. */
export const UploadDialog = ({ subject, ...props }: Props & { subject: KycSubject }) =>
  subject === 'identity' ? <IdentityUploadDialog {...props} /> : <AddressUploadDialog {...props} />
