// Written by `npm run check -- --write`: the `words` of every file beside its folder.
export const auditFields = {
  officeName: 'Sucursal',
  reserved: 'Reservado para retiros',
  taxId: 'RFC',
}

export const auditValues = {}
