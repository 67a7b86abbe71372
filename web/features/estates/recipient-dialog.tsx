import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { searchClients } from '#contract/clients.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import { type Estate, type EstateRecipient, getEstateDestinations, setEstateRecipients } from '#contract/estates.ts'
import { parseFraction } from '#rules/fractions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { type DesignatedBeneficiary, DesignatedField } from './designated-field.tsx'

type RecipientBody = RequestInput<typeof setEstateRecipients>['body']['recipients'][number]
type RecipientFormValues = { clientId: string; role: 'heir' | 'beneficiary'; share: string; destination: string }

/** Those whom the caller may change, as they are sent. */
export const toRecipientBodies = ({ recipients }: Estate): RecipientBody[] =>
  recipients.flatMap(({ clientId, role, share, destination }) =>
    clientId === null
      ? []
      : [
          {
            clientId,
            role,
            share,
            accountId: destination?.kind === 'account' ? destination.id : null,
            bankAccountId: destination?.kind === 'bankAccount' ? destination.id : null,
          },
        ],
  )

const toWireShare = (typed: string): string | null => {
  const share = parseFraction(typed)
  return share ? `${share.numerator}/${share.denominator}` : null
}

/** Where one can be paid, as choices: 'account 12', 'bankAccount 7'. */
const useDestinations = (estate: Estate, recipientId: string) => {
  const { t } = useTranslation('estates')
  const { data } = useQuery({
    ...buildQueryOptions(getEstateDestinations, { params: { clientId: estate.clientId, recipientId } }),
    enabled: recipientId !== '',
  })
  return [
    { value: '', label: t('heirs.noDestination') },
    ...(data?.accounts ?? []).map(({ id, label }) => ({
      value: `account ${id}`,
      label: t('heirs.account', { label }),
    })),
    ...(data?.bankAccounts ?? []).map(({ id, label }) => ({
      value: `bankAccount ${id}`,
      label: t('heirs.bankAccount', { label }),
    })),
  ]
}

const useClientChoices = (typed: string, picked: DesignatedBeneficiary | undefined) => {
  const { found, answered } = useServerSearch(typed, (q) => buildQueryOptions(searchClients, { query: { q } }), {
    minLetters: 3,
  })
  const clients = (found?.clients ?? []).map(({ id, fullName, cvl }) => ({ value: id, label: `${fullName} · ${cvl}` }))
  if (!picked?.clientId || clients.some(({ value }) => value === picked.clientId)) return { choices: clients, answered }
  return { choices: [{ value: picked.clientId, label: `${picked.name} · ${picked.cvl}` }, ...clients], answered }
}

type Props = { estate: Estate; recipient: EstateRecipient | null; onClose: () => void }

/** Somebody who inherits: who they are, which part, and where they are paid. Of who held an account with the deceased only the last. */
export const RecipientDialog = ({ estate, recipient, onClose }: Props) => {
  const { t } = useTranslation('estates')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<DesignatedBeneficiary>()
  const { choices, answered } = useClientChoices(typed, picked)
  const isCoHolder = recipient?.role === 'co_holder'
  const { destination } = recipient ?? {}
  const sending = useSubmitForm<RecipientFormValues>({
    defaults: {
      clientId: recipient?.clientId ?? '',
      role: recipient?.role === 'beneficiary' ? 'beneficiary' : 'heir',
      share: recipient?.share ?? '',
      destination: destination ? `${destination.kind} ${destination.id}` : '',
    },
    submit: async (values) => {
      const [kind, id] = values.destination.split(' ')
      const changed: RecipientBody = {
        clientId: values.clientId,
        role: isCoHolder ? 'co_holder' : values.role,
        share: isCoHolder ? null : toWireShare(values.share),
        accountId: kind === 'account' ? (id ?? null) : null,
        bankAccountId: kind === 'bankAccount' ? (id ?? null) : null,
      }
      const isOther = (one: RecipientBody) => one.clientId !== recipient?.clientId || one.role !== recipient.role
      const body = { version: estate.version, recipients: [...toRecipientBodies(estate).filter(isOther), changed] }
      const request = { params: { clientId: estate.clientId }, body }
      await callEndpoint(setEstateRecipients, request, { refreshOnRefusal: true })
      onClose()
    },
  })
  const { register, formState, watch, setValue } = sending.form
  const pickDesignated = (beneficiary: DesignatedBeneficiary | undefined): void => {
    setPicked(beneficiary)
    if (!beneficiary?.clientId) return
    setValue('clientId', beneficiary.clientId, { shouldDirty: true, shouldValidate: true })
    setValue('role', 'beneficiary', { shouldDirty: true })
    setValue('share', format.decimal(beneficiary.share), { shouldDirty: true, shouldValidate: true })
  }
  const destinations = useDestinations(estate, watch('clientId'))
  const title = recipient ? t('heirs.editPerson', { name: recipient.name }) : t('heirs.add')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('heirs.save')} onCancel={onClose} />}
      >
        {!recipient && (
          <>
            <DesignatedField estate={estate} value={picked?.id ?? ''} onPick={pickDesignated} />
            <SearchSelect
              // Another one for whoever was picked above, so that it shows their name.
              key={picked?.id ?? ''}
              data-autofocus
              label={t('heirs.search')}
              placeholder={t('heirs.searchHint')}
              onSearch={setTyped}
              answered={answered}
              value={watch('clientId')}
              onChange={(id) => setValue('clientId', id, { shouldDirty: true, shouldValidate: true })}
              data={choices}
              nothingFoundMessage={t('heirs.searching')}
              error={fieldText(formState.errors.clientId)}
            />
            <input type="hidden" {...register('clientId', { required: 'required' })} />
            <p>
              {t('heirs.newClient')} <Link to="/clientes/nuevo">{t('heirs.newClientLink')}</Link>
            </p>
          </>
        )}
        {!isCoHolder && (
          <>
            <NativeSelect
              label={t('heirs.role')}
              data={(['heir', 'beneficiary'] as const).map((value) => ({ value, label: t(`roles.${value}`) }))}
              error={fieldText(formState.errors.role)}
              {...register('role')}
            />
            <TextInput
              label={t('heirs.share')}
              description={t('heirs.shareHint')}
              error={fieldText(formState.errors.share)}
              {...register('share', {
                required: 'required',
                validate: (text) => toWireShare(text) !== null || 'share',
              })}
            />
          </>
        )}
        <NativeSelect
          label={t('heirs.destination')}
          data={destinations}
          error={fieldText(formState.errors.destination)}
          {...register('destination')}
        />
      </Form>
    </Dialog>
  )
}
