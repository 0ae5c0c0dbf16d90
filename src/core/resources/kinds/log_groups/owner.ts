/** Writers of log groups, by the names that AWS services give to their groups. The first match counts. */
const OWNERS: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  [/^\/aws\/lambda\/(.+)$/, ([name]) => `Lambda ${name}`],
  [/^API-Gateway-Execution-Logs_([^/]+)\/(.+)$/, ([api, stage]) => `API ${api}, stage ${stage}`],
  [/^\/aws\/(?:http-api|apigateway|api-gateway)\/(.+)$/, ([name]) => `API ${name}`],
  [/^\/aws\/appsync\/apis\/(.+)$/, ([name]) => `AppSync API ${name}`],
  [/^\/aws\/ecs\/containerinsights\/([^/]+)\//, ([name]) => `cluster ${name}`],
  [/^(?:\/aws)?\/ecs\/(.+)$/, ([name]) => `tasks of ${name}`],
  [/^\/aws\/rds\/(?:instance|cluster|proxy)\/([^/]+)/, ([name]) => `database ${name}`],
  [/^\/aws\/eks\/([^/]+)\//, ([name]) => `EKS cluster ${name}`],
  [/^\/aws\/codebuild\/(.+)$/, ([name]) => `CodeBuild ${name}`],
  [/^\/aws\/(?:vendedlogs\/)?states\/(.+)$/, ([name]) => `state machine ${name}`],
  [/^\/aws\/batch\//, () => "Batch"],
  [/^\/aws\/redshift\/cluster\/([^/]+)/, ([name]) => `Redshift ${name}`],
  [/^\/aws\/opensearch\/domains\/([^/]+)/, ([name]) => `OpenSearch ${name}`],
  [/^aws-waf-logs-(.+)$/, ([name]) => `WAF ${name}`],
];

/** Returns the ID of the API whose executions a log group holds; null for any other group. */
export function apiOf(group: string): string | null {
  return /^API-Gateway-Execution-Logs_([^/]+)\//.exec(group)?.[1] ?? null;
}

/**
 * Returns the writer of a log group in words: `Lambda web`; empty when the group's name does not tell. `api`
 * is the name of the group's API.
 */
export function groupOwner({ name, api }: { readonly name: string; readonly api?: string }): string {
  const id = api === undefined ? null : apiOf(name);
  const named = id === null ? name : name.replace(id, () => api!.replaceAll("/", " "));
  for (const [form, words] of OWNERS) {
    const found = form.exec(named);
    if (found) return words(found.slice(1));
  }
  return "";
}
