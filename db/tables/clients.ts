import { type SqlBool, sql } from 'kysely'
import { byAccount, byClient, heldAccountsSql, isOwnSql, ownRecordsSql } from './core/client-rows.ts'
import { blankIfSet, idsAndAmountsOnly, sumsOfManyClients } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, readOnlyPrivileges } from './core/privileges.ts'

const clientColumns = {
  name: `'Cliente suprimido'`,
  surname: `''`,
  email: 'null',
  phone: 'null',
  nationality: 'null',
  identity_kind: 'null',
  identity_number: 'null',
  dni_valid_until: 'null',
  dni_permanent: 'false',
  birth_date: 'null',
  street: 'null',
  street_type: 'null',
  street_number: 'null',
  floor: 'null',
  door: 'null',
  postal_code: 'null',
  city: 'null',
  province: 'null',
  tax_residence: 'null',
  funds_source: 'null',
  kyc_status: `'missing'`,
  address_status: `'no_data'`,
  form_status: `'missing'`,
  form_on: 'null',
  risk_level: '1',
  pep: 'false',
  pep_approved_at: 'null',
  pep_approved_by: 'null',
  next_review_on: 'null',
  block_reason: blankIfSet('block_reason'),
  external_ref: 'null',
  erased_at: 'now()',
  restricted_at: 'coalesce(x.restricted_at, now())',
  version: 'x.version + 1',
}

/** The derived rows of the list change through functions and triggers only. */
export const manifest: FeatureTables = {
  tables: {
    client: {
      rights: fullPrivileges,
      subject: 'clients',
      merged: { merged_into_id: { becomes: 'moves' } },
      erased: { does: 'set', sets: clientColumns, stays: ['cvl', 'country', 'idioma'] },
      exported: (clientId) => sql<SqlBool>`x.id in ${ownRecordsSql(clientId)}`,
    },
    client_staff: {
      rights: fullPrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'handled',
          how: 'links of the merged record end: its money is with the staff of the survivor',
        },
      },
      erased: idsAndAmountsOnly,
      exported: byClient,
    },
    client_list: {
      rights: readOnlyPrivileges,
      subject: 'clients',
      merged: { client_id: { becomes: 'handled', how: 'derived: a merged record has no row' } },
      erased: {
        does: 'nothing',
        rows: (clientId) => sql<SqlBool>`${isOwnSql('client_id', clientId)}`,
        stays: ['country', 'name_sort', 'cvl'],
      },
      exported: 'derived from client, its links, accounts and balances',
    },
    client_list_sum: {
      rights: readOnlyPrivileges,
      subject: 'clients',
      erased: sumsOfManyClients,
    },
    client_list_due: {
      rights: readOnlyPrivileges,
      subject: 'clients',
      erased: idsAndAmountsOnly,
      exported: 'derived: whose row of the list is to be made anew',
    },
    client_list_change: {
      rights: readOnlyPrivileges,
      subject: 'clients',
      erased: sumsOfManyClients,
    },
    client_search: {
      rights: fullPrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'handled',
          how: 'a merged record is found by what stands of it in the row of the survivor',
        },
      },
      erased: {
        does: 'set',
        rows: (clientId) => sql<SqlBool>`${isOwnSql('client_id', clientId)}`,
        sets: {
          name_text: `'cliente suprimido'`,
          email_text: `''`,
          phone_text: `''`,
          identity_text: `''`,
          bank_text: `''`,
          merged_text: `''`,
        },
        stays: ['all_text', 'cvl_text'],
      },
      exported: 'derived from client: what it is searched by',
    },
    client_contribution: {
      rights: readOnlyPrivileges,
      subject: 'contributions',
      erased: { does: 'nothing', stays: ['source'] },
      exported: byClient,
    },
    account: {
      rights: fullPrivileges,
      subject: 'accounts',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: { close_reason: blankIfSet('close_reason'), external_ref: 'null' },
        stays: ['number', 'opening_key', 'opening_hash'],
      },
      exported: (clientId) => sql<SqlBool>`x.id in ${heldAccountsSql(clientId)}`,
    },
    account_terms: {
      rights: readOnlyPrivileges,
      subject: 'accounts',
      erased: idsAndAmountsOnly,
      exported: byAccount,
    },
    account_holder: {
      rights: fullPrivileges,
      subject: 'accounts',
      merged: {
        client_id: {
          becomes: 'handled',
          how: 'shares of one account become one share, under the higher of the two roles',
        },
      },
      erased: idsAndAmountsOnly,
      exported: byClient,
    },
  },
  functions: [
    'refresh_client_list',
    'contribution_source',
    'contributions_between',
    'contributions_since',
    'find_client_place',
    'birthday_of',
  ],
}
