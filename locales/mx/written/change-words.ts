// Written by `npm run check -- --write`: the `words` of every file beside its folder.
export const changeFields = {
  iban: 'CLABE para facturas y gastos',
  ibanBank: 'Banco de la CLABE para facturas y gastos',
  payrollAccount: 'CLABE de nómina',
  payrollBank: 'Banco de la CLABE de nómina',
  rates: 'Tasas por importe',
  rate: 'Tasa',
  withdrawal: 'Retiros',
  staff: 'Personas que trabajan o han trabajado en la sucursal',
  firmTaxId: 'RFC de la entidad',
  office: 'Sucursal',
}

export const changeValues = {}
