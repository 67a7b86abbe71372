import { sql } from 'kysely'
import type { RecordType } from '#server/core/record-type.ts'
import { isStaffInScope } from '#server/core/rights.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'

const contactModule = 'bt_AgendaComercial'

export const contactRecord: RecordType = {
  entity: 'contact',
  module: contactModule,
  workActions: ['edit'],
  activity: ['contact.created', 'contact.changed', 'contact.moved', 'contact.converted'],
  // As with clients, no name is kept with what all prefixes share.
  find: (ctx, recordId) =>
    selectVisibleContacts(ctx).where('ct.id', '=', recordId).select(sql<string>`''`.as('name')).executeTakeFirst(),
  findViewers: async (db, recordId, people) => {
    const contact = await db
      .selectFrom('contact as ct')
      .leftJoin('employee as e', 'e.id', 'ct.employeeId')
      .leftJoin('office as o', 'o.id', 'e.officeId')
      .where('ct.id', '=', recordId)
      .where('ct.deletedAt', 'is', null)
      .select(['ct.employeeId', 'o.zoneId'])
      .executeTakeFirst()
    if (!contact) return []
    const link = `/crm/AgendaComercial/contactos/${recordId}`
    return people.flatMap((viewer) =>
      viewer.rights.may(contactModule, 'view') &&
      // An owner that is nobody is reached by whoever sees all.
      isStaffInScope(viewer.rights.getScopes(contactModule, 'view'), contact.employeeId ?? '', contact.zoneId)
        ? [{ viewer, link }]
        : [],
    )
  },
}
