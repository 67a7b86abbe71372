import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { IdentityKind } from '#contract/client-data/identity-kinds.ts'
import { findClientDuplicates } from '#contract/client-data.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { isWholeEmail, isWholePhone } from '#web/domain/typed-contact-data.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { ClientFormValues } from './client-form-values.ts'

/** Who may be the same client, as soon as a number, an e-mail or a phone is whole; what is half typed is asked about by nobody. */
export const useClientDuplicates = (form: UseFormReturn<ClientFormValues>) => {
  const [name, surname, kind, number, email, phone] = form
    .watch(['name', 'surname', 'identityKind', 'identityNumber', 'email', 'phone'])
    .map((value) => String(value ?? '').trim()) as [string, string, string, string, string, string]
  const isNumber = kind !== '' && number !== '' && parseIdentityNumber(number, kind as IdentityKind) !== undefined
  const body = {
    name,
    surname,
    identityKind: isNumber ? (kind as IdentityKind) : null,
    identityNumber: isNumber ? number : null,
    email: isWholeEmail(email) ? email : null,
    phone: isWholePhone(phone) ? phone : null,
  }
  const typed = JSON.stringify(body)
  const debounced = useDebounced(typed, 500)
  const request = JSON.parse(debounced) as typeof body
  const isWorthAsking = Boolean(
    request.identityNumber || ((request.email || request.phone) && (request.name || request.surname)),
  )
  const { data } = useQuery({
    ...buildQueryOptions(findClientDuplicates, { body: request }),
    enabled: isWorthAsking,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  return isWorthAsking ? data : undefined
}
