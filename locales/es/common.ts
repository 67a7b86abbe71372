export default {
  loading: 'Cargando...',
  noData: 'No hay datos disponibles.',
  genericError: 'Ocurrió un error. Por favor, intenta nuevamente.',
  retry: 'Reintentar',
  reload: 'Recargar la página',
  requestId: 'Referencia: {{id}}',
  cancel: 'Cancelar',
  undo: 'Deshacer',
  close: 'Cerrar',
  moreActions: 'Más acciones',
  recordSections: 'Partes de la ficha',
  copied: 'Copiado',
  copyValue: 'Copiar {{value}}',
  yes: 'Sí',
  no: 'No',
  /** The effective yearly rate of interest, before tax. */
  effectiveRate: 'TAE',
  password: {
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    capsLock: 'Bloq Mayús está activado.',
  },
}
