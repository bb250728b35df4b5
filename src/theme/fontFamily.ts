/** Inter for numbers and Latin text; the system's own typeface for Chinese. */
export const fontFamily =
  "'Inter Variable', 'PingFang SC', 'PingFang TC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', system-ui, sans-serif"
