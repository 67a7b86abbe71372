export default {
  about: {
    sheet: 'Acerca de',
    content: 'Contenido',
    rows: 'Filas',
    madeOn: 'Fecha',
    madeBy: 'Hecho por',
  },
  yes: 'Sí',
  no: 'No',
}
