export default {
  about: {
    sheet: 'Acerca de',
    content: 'Contenido',
    filters: 'Filtros',
    rows: 'Filas',
    remark: 'Aviso',
    madeOn: 'Fecha',
    madeBy: 'Elaborado por',
  },
  yes: 'Sí',
  no: 'No',
  pdf: {
    page: 'Página {{page}} de {{pages}}',
    by: 'Preparado por {{name}} el {{at}}',
  },
}
