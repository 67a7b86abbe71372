import { type RawBuilder, sql } from 'kysely'
import { genericRfcs } from '#rules/identity-documents.ts'

/** Names are alike from here on, by the share of their trigrams that they have in common: 'Marta Ruiz' and 'Ruiz Gil, Marta'. */
export const minNameLikeness = 0.35

/** By what a client is compared with those there are: expressions that give null or nothing where nothing is said. E-mail, phone and name as they are searched. */
type ComparedExpressions = Record<'identityNumber' | 'emailText' | 'phoneText' | 'nameText', RawBuilder<unknown>>

/** A number that is nobody's own is compared with nothing. */
const ownNumberSql = (number: RawBuilder<unknown>) =>
  sql`case when ${number}::text <> all(${[...genericRfcs]}::text[]) then ${number}::text end`

/** Of what a merged record was called and reached by, its names: an e-mail typed as the name is no like name. */
const mergedNamesSql = sql`regexp_replace(s.merged_text, '\\S*[@0-9]\\S*', '', 'g')`

/** Clients whom a merged record with that e-mail or phone, and with a like name, leads to. */
const selectMergedCriteria = (
  criterionText: RawBuilder<unknown>,
  nameText: RawBuilder<unknown>,
  criteria: RawBuilder<unknown>,
) => sql`
  select s.client_id, false, ${criteria} from client_search s
   where s.merged_text <> '' and ${criterionText} <> '' and strpos(' ' || s.merged_text || ' ', ' ' || ${criterionText} || ' ') > 0
     and public.word_similarity(${nameText}, ${mergedNamesSql}) >= ${minNameLikeness}`

/**
 * A row for each criterion by which a client there is may be the one compared: the same identity number, wherever they live; the same e-mail or phone
 * and a like name.
 */
export const selectDuplicateCriteria = ({ identityNumber, emailText, phoneText, nameText }: ComparedExpressions) => sql`
  select coalesce(c.merged_into_id, c.id) as id, true as by_identity, false as by_email, false as by_phone from client c where c.identity_number = ${ownNumberSql(identityNumber)}
  union all
  select s.client_id, false, true, false from client_search s
   where s.email_text = ${emailText} and s.email_text <> '' and public.similarity(s.name_text, ${nameText}) >= ${minNameLikeness}
  union all
  select s.client_id, false, false, true from client_search s
   where s.phone_text = ${phoneText} and s.phone_text <> '' and public.similarity(s.name_text, ${nameText}) >= ${minNameLikeness}
  union all
  ${selectMergedCriteria(emailText, nameText, sql`true, false`)}
  union all
  ${selectMergedCriteria(phoneText, nameText, sql`false, true`)}`
