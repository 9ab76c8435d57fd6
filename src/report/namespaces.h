/* Names of formats that happen to look like addresses. Nothing is ever fetched from there: they must be written exactly
 * so, because readers compare them. */
#ifndef HEDDLE_REPORT_NAMESPACES_H
#define HEDDLE_REPORT_NAMESPACES_H

#define NAMESPACE_SARIF "https://json.schemastore.org/sarif-2.1.0.json"
#define NAMESPACE_GRAPHML "http://graphml.graphdrawing.org/xmlns"
#define NAMESPACE_XSI "http://www.w3.org/2001/XMLSchema-instance"

#endif
